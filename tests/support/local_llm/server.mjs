// A small OpenAI-compatible chat server over a GGUF model, for tests: real HTTP, real tokens, one answer at a time.
// Run: node server.mjs NODE_MODULES MODEL.gguf; it prints one JSON line when it listens: {"port": 12345}.
import http from "node:http";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [, , nodeModules, modelPath] = process.argv;
const entry = path.resolve(nodeModules, "node-llama-cpp", "dist", "index.js");
const {getLlama, LlamaChat} = await import(pathToFileURL(entry));

const CONTEXT_TOKENS = 8192;
const LARGEST_BODY = 4_000_000;
const DEFAULT_TOKENS = 256;
const SEED = 7;
// A model this small does not know when to stop: where a schema sets no bound, these are its bounds.
const LONGEST_STRING = 40;
const MOST_ITEMS = 2;

const llama = await getLlama({gpu: false, build: "never", skipDownload: true, maxThreads: 2, logLevel: "error"});
const model = await llama.loadModel({modelPath});
const context = await model.createContext({contextSize: CONTEXT_TOKENS, threads: 2});
const sequence = context.getSequence();

class Fault extends Error {
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

// The schema in the keywords that the grammar knows, every string and list bounded.
function bounded(schema) {
    if (Array.isArray(schema)) return schema.map(bounded);
    if (schema === null || typeof schema !== "object") return schema;
    const {anyOf, $defs, properties, items, ...rest} = schema;
    const result = {...rest};
    for (const word of ["title", "default", "description"]) delete result[word];
    if (anyOf) result.oneOf = anyOf.map(bounded);
    if (items) Object.assign(result, {items: bounded(items), maxItems: rest.maxItems ?? MOST_ITEMS});
    const members = (map) => Object.fromEntries(Object.entries(map).map(([key, value]) => [key, bounded(value)]));
    if (properties) result.properties = members(properties);
    if ($defs) result.$defs = members($defs);
    if (Array.isArray(result.type)) {
        const {type, ...others} = result;
        return {oneOf: type.map((one) => bounded({type: one, ...others}))};
    }
    if (result.type === "string" && !result.enum) result.maxLength ??= LONGEST_STRING;
    return result;
}

async function grammarOf(format) {
    if (format === undefined || format.type === "text") return undefined;
    if (format.type === "json_object") return await llama.getGrammarFor("json");
    if (format.type !== "json_schema") throw new Fault(400, `response_format ${format.type} is not supported`);
    return await llama.createGrammarForJsonSchema(bounded(format.json_schema.schema));
}

function historyOf(messages) {
    if (!Array.isArray(messages) || messages.length === 0) throw new Fault(400, "messages must be a list of messages");
    const history = messages.map(({role, content}) => {
        if (typeof content !== "string") throw new Fault(400, "content must be text");
        return role === "assistant" ? {type: "model", response: [content]} : {type: role, text: content};
    });
    return [...history, {type: "model", response: []}];
}

async function complete(body, signal) {
    const history = historyOf(body.messages);
    const maxTokens = body.max_tokens ?? body.max_completion_tokens ?? DEFAULT_TOKENS;
    const prompt = model.tokenize(body.messages.map((message) => message.content).join("\n")).length;
    if (prompt + maxTokens > CONTEXT_TOKENS)
        throw new Fault(400, `${prompt} tokens and max_tokens ${maxTokens} exceed the context of ${CONTEXT_TOKENS}`);
    const grammar = await grammarOf(body.response_format);
    const chat = new LlamaChat({contextSequence: sequence});
    try {
        const before = sequence.tokenMeter.getState();
        const {response, metadata} = await chat.generateResponse(history, {
            grammar, maxTokens, signal, temperature: body.temperature ?? 0, seed: body.seed ?? SEED,
        });
        const written = Math.max(1, sequence.tokenMeter.diff(before).usedOutputTokens);
        return {
            id: "chatcmpl-local", object: "chat.completion", created: Math.floor(Date.now() / 1000), model: body.model,
            choices: [{
                index: 0,
                message: {role: "assistant", content: response},
                finish_reason: metadata.stopReason === "maxTokens" ? "length" : "stop",
            }],
            usage: {prompt_tokens: prompt, completion_tokens: written, total_tokens: prompt + written},
        };
    } finally {
        chat.dispose({disposeSequence: false});
    }
}

async function bodyOf(request) {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) {
        text += chunk;
        if (text.length > LARGEST_BODY) throw new Fault(413, "the request is too large");
    }
    try {
        return JSON.parse(text);
    } catch {
        throw new Fault(400, "the request is not JSON");
    }
}

let last = Promise.resolve();
// Runs the work after all that was asked before, however that ended.
function inTurn(work) {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
}

async function answer(request, signal) {
    const {pathname} = new URL(request.url, "http://localhost");
    if (request.method === "GET" && pathname === "/v1/models")
        return {object: "list", data: [{id: "smollm2", object: "model", created: 0, owned_by: "local"}]};
    if (request.method !== "POST" || pathname !== "/v1/chat/completions") throw new Fault(404, `no ${pathname} here`);
    const body = await bodyOf(request);
    return await inTurn(() => {
        signal.throwIfAborted();
        return complete(body, signal);
    });
}

const server = http.createServer(async (request, response) => {
    const left = new AbortController();
    response.on("close", () => response.writableEnded || left.abort(new Error("the client left")));
    let status = 200, content;
    try {
        content = await answer(request, left.signal);
    } catch (error) {
        status = error.status ?? 500;
        content = {error: {message: error.message, type: status < 500 ? "invalid_request_error" : "server_error"}};
        if (status >= 500 && !left.signal.aborted) console.error(error);
    }
    if (!response.destroyed) response.writeHead(status, {"content-type": "application/json"}).end(JSON.stringify(content));
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({port: server.address().port})));
process.on("SIGTERM", () => process.exit(0));
