// Monaco asks for its workers by label; each is its own bundle beside this one.
const files = { json: "json.worker.js", graphql: "graphql.worker.js" };

globalThis.MonacoEnvironment = {
  getWorker(_id, label) {
    const file = files[label] ?? "editor.worker.js";
    return new Worker(new URL(file, import.meta.url), { name: label });
  },
};
