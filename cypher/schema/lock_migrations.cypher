// purpose: Take or renew the migration lock, also from a holder whose lease has run out.
// mode: write
// params: name STRING, id STRING, lease_s INTEGER
// returns: held BOOLEAN
// timeout: 30s
CYPHER 25
MERGE (lock:__Neo4jMigrationsLock {name: $name})
ON CREATE SET lock.id = $id
SET lock.asked_at = datetime.realtime('UTC')
WITH lock, lock.id = $id OR lock.leased_until < datetime.realtime('UTC') AS free
SET lock += CASE WHEN free
  THEN {id: $id, leased_until: datetime.realtime('UTC') + duration({seconds: $lease_s})}
  ELSE {} END
RETURN lock.id = $id AS held
