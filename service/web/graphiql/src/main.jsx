import "./workers.js";
import { GraphiQL } from "graphiql";
import "graphiql/style.css";
import "./page.css";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const endpoint = "/graphql";
const storageKey = "everwhen-token";
const needsToken = document.documentElement.dataset.auth === "bearer";

const example = `# Questions, facts and history of your memory. Try:
query Recall {
  recall(input: { groupIds: ["demo"], query: "Where does Mara work now?" }) {
    ... on RecallPayload {
      hits {
        score
        status
        text
        fact {
          validAt
          invalidAt
          evidence { quote episode { content validAt } }
        }
      }
    }
    ... on Problem { message }
  }
}
`;

function fetcher(token, onRefused) {
  return async (body, { headers = {} } = {}) => {
    const sent = { "content-type": "application/json", accept: "application/json", ...headers };
    if (token) sent.authorization = `Bearer ${token}`;
    const response = await fetch(endpoint, { method: "POST", headers: sent, body: JSON.stringify(body) });
    if (response.status === 401) onRefused();
    return response.json();
  };
}

function TokenForm({ onToken }) {
  const submit = (event) => {
    event.preventDefault();
    onToken(new FormData(event.target).get("token"));
  };
  return (
    <form className="everwhen-token" onSubmit={submit}>
      <label htmlFor="token">Token (EVERWHEN_TOKEN)</label>
      <input id="token" name="token" type="password" autoComplete="off" autoFocus required />
      <button type="submit">Open GraphiQL</button>
    </form>
  );
}

function App() {
  const [token, setToken] = useState(sessionStorage.getItem(storageKey) ?? "");
  const remember = (value) => {
    sessionStorage.setItem(storageKey, value);
    setToken(value);
  };
  if (needsToken && !token) return <TokenForm onToken={remember} />;
  return <GraphiQL fetcher={fetcher(token, () => remember(""))} defaultQuery={example} />;
}

createRoot(document.getElementById("graphiql")).render(<App />);
