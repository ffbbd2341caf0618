import { ErrorCode, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { isDeeperThan, maxDepth } from "@opsplane/runtime";

/** An error of JSON-RPC about a message that cannot be answered, because its id is not known. */
export interface RpcRefusal {
  readonly jsonrpc: "2.0";
  readonly id: null;
  readonly error: { readonly code: number; readonly message: string };
}

/** The one message of a body. */
export function readMessage(body: Buffer): { message: unknown } | { refusal: RpcRefusal } {
  const message = parsed(body);
  if (message === undefined) return { refusal: rpcRefusal(ErrorCode.ParseError, "The body is not valid JSON.") };
  if (Array.isArray(message)) return invalidRequest("Send one message in a request; batches are not supported.");
  if (isDeeperThan(message, maxDepth)) return invalidRequest(`The body is nested deeper than ${maxDepth} levels.`);
  if (!JSONRPCMessageSchema.safeParse(message).success)
    return invalidRequest('The body is no JSON-RPC 2.0 message. It needs "jsonrpc": "2.0", an id and a method.');
  return { message };
}

export function rpcRefusal(code: number, message: string): RpcRefusal {
  return { jsonrpc: "2.0", id: null, error: { code, message } };
}

function invalidRequest(message: string): { refusal: RpcRefusal } {
  return { refusal: rpcRefusal(ErrorCode.InvalidRequest, message) };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
