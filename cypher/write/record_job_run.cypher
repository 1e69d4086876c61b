// purpose: Keep how a job's run stands: started, or ended with what it did.
// mode: write
// params: run MAP
// returns: uuid STRING
// timeout: 10s
CYPHER 25
MERGE (r:JobRun {uuid: $run.uuid})
SET r += $run
RETURN r.uuid AS uuid
