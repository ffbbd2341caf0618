import { openMasker, renderBody, renderHeader, renderUrl } from "@opsplane/automation";
import { own, type RunbookStep } from "@opsplane/contract";
import { isDeeperThan, maxDepth, OutboundFailure, type OutboundResponse } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import type { StepContext, StepRunner } from "../../runs/index.ts";
import { stepOf } from "./config.ts";

const defaultSeconds = 30;
const maxBytes = 1024 * 1024;
/** Characters of the answer that later steps can use. */
const keptLength = 16 * 1024;
const reachMs = 5_000;

/** Sends a request through the outbound client, which reaches only addresses that the operator allows. */
export function httpRunner({ http }: Pick<Core, "http">): StepRunner {
  return {
    whenDue: "queue",
    check: async (context) => {
      const { url, shown } = prepare(context);
      try {
        await http.reach(url, reachMs);
        const message = "The server can be reached.";
        return { status: "succeeded", preview: shown, checks: [{ name: new URL(url).host, ok: true, message }] };
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error;
        const checks = [{ name: new URL(url).host, ok: false, message: error.message }];
        return { status: "failed", error: error.message, preview: shown, checks };
      }
    },
    run: async (context) => {
      const { node, run, tenantId, signal, output } = context;
      const request = prepare(context);
      const { method, url, headers, body } = request;
      output.write("", "system", `${request.shown.split("\n")[0]}\n`);
      const answer = await http.request(tenantId, {
        ...{ method, url, signal, maxBytes },
        headers: { "user-agent": "Opsplane", "idempotency-key": `${run.id}-${node.id}`, ...headers },
        ...(body === undefined ? {} : { body }),
        timeoutMs: (node.timeoutSeconds ?? defaultSeconds) * 1000,
        isSecret: request.secrets.length > 0,
      });
      const text = masked(answer.body.toString("utf8"), request.secrets);
      output.write("", "system", `Status ${answer.status}\n`);
      output.write("", "stdout", text.slice(0, keptLength));
      const found = { status: answer.status, body: text.slice(0, keptLength) };
      const read = extracted(stepOf(context), maskedHeaders(answer.headers, request.secrets), text);
      const seen = { output: { ...found, ...read }, preview: request.shown };
      if (read === undefined)
        return { status: "failed", error: `The answer is JSON that is nested more than ${maxDepth} deep.`, ...seen };
      return isExpected(stepOf(context), answer.status)
        ? { status: "succeeded", ...seen }
        : { status: "failed", error: `The server answered ${answer.status}.`, ...seen };
    },
  };
}

interface Prepared {
  method: NonNullable<RunbookStep["method"]>;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The request as people may see it. */
  shown: string;
  secrets: string[];
}

function prepare(context: StepContext): Prepared {
  const { method = "GET", url = "", headers = {}, body } = stepOf(context);
  const secrets: string[] = [];
  const lookup: StepContext["lookup"] = (path) => {
    const found = context.lookup(path);
    if (found?.secret) secrets.push(String(found.value));
    return found;
  };
  const address = renderUrl(url, lookup);
  const rendered = Object.entries(headers).map(([name, value]) => ({
    name: name.toLowerCase(),
    ...renderHeader(value, lookup),
  }));
  const type = rendered.find(({ name }) => name === "content-type")?.sent ?? (body ? guessType(body) : "");
  const content = body === undefined || body === "" ? undefined : renderBody(body, type, lookup);
  const sentHeaders = Object.fromEntries(rendered.map(({ name, sent }) => [name, sent]));
  if (content !== undefined && sentHeaders["content-type"] === undefined) sentHeaders["content-type"] = type;
  const lines = [`${method} ${address.shown}`, ...rendered.map(({ name, shown }) => `${name}: ${shown}`)];
  return {
    method,
    url: address.sent,
    headers: sentHeaders,
    body: content?.sent,
    shown: [...lines, ...(content ? ["", content.shown] : [])].join("\n"),
    secrets,
  };
}

function guessType(body: string): string {
  return /^\s*[[{]/.test(body) ? "application/json" : "text/plain; charset=utf-8";
}

function isExpected({ expect_status }: RunbookStep, status: number): boolean {
  if (expect_status === undefined) return status >= 200 && status < 300;
  return typeof expect_status === "number" ? status === expect_status : expect_status.includes(status);
}

/** A server may answer with what it received, so secrets are removed from the answer. */
function masked(text: string, secrets: readonly string[]): string {
  const masker = openMasker(secrets);
  return masker.push(text.replaceAll("\0", "\ufffd")) + masker.end();
}

function maskedHeaders(headers: OutboundResponse["headers"], secrets: readonly string[]): OutboundResponse["headers"] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value, secrets)]));
}

function extracted(
  { extract = [] }: RunbookStep,
  headers: OutboundResponse["headers"],
  text: string,
): Record<string, unknown> | undefined {
  const json = extract.some(({ from }) => from === "body") ? parsed(text) : undefined;
  // What is stored and compared later is walked by functions that call themselves.
  if (isDeeperThan(json, maxDepth)) return undefined;
  return Object.fromEntries(
    extract.map(({ name, from, path }) => [
      name,
      from === "header" ? (own(headers, path.toLowerCase()) ?? null) : valueAt(json, path.split(".")),
    ]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = Object.entries(value).find(([name]) => name === key)?.[1];
  }
  return value ?? null;
}
