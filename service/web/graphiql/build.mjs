// Bundles GraphiQL and Monaco's workers into dist/, so that the page needs nothing from elsewhere.
import { rm } from "node:fs/promises";
import { build } from "esbuild";

const outdir = "dist";
const common = {
  bundle: true,
  outdir,
  minify: true,
  target: "es2022",
  legalComments: "linked",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
};

await rm(outdir, { recursive: true, force: true });
await build({
  ...common,
  entryPoints: { graphiql: "src/main.jsx" },
  format: "esm",
  splitting: true,
  chunkNames: "chunk-[hash]",
  assetNames: "asset-[hash]",
  jsx: "automatic",
  loader: { ".ttf": "file", ".woff2": "file" },
});
await build({
  ...common,
  entryPoints: {
    "editor.worker": "monaco-editor/esm/vs/editor/editor.worker.js",
    "json.worker": "monaco-editor/esm/vs/language/json/json.worker.js",
    "graphql.worker": "monaco-graphql/esm/graphql.worker.js",
  },
  format: "iife",
});
