import { isIP } from "node:net";
import { isLoopback } from "@opsplane/runtime";

/** Where this server is reached. */
export interface OwnAddress {
  /** PUBLIC_URL, and what MCP_ALLOWED_ORIGINS adds. */
  readonly origins: readonly string[];
  /** Without PUBLIC_URL other machines may know this server by any name. */
  readonly hasPublicUrl: boolean;
}

export interface Arrival {
  /** The header Host, or X-Forwarded-Host of a trusted proxy. */
  readonly host: string;
  readonly origin: string | undefined;
  /** The address of this machine at which the connection arrived. */
  readonly localAddress: string | undefined;
}

/**
 * Why a request may come from a foreign page, or undefined. A page whose name was made to point at this server sends its own name as
 * Host and Origin. It cannot send an IP address, nor localhost.
 */
export function foreignArrival(own: OwnAddress, { host, origin, localAddress }: Arrival): string | undefined {
  const knows = isKnown(own, host);
  const mayHaveAnyName = !own.hasPublicUrl && !isLoopback(localAddress ?? "");
  if (!knows && !mayHaveAnyName)
    return `The Host '${host.slice(0, 100)}' is no address of this server; PUBLIC_URL or MCP_ALLOWED_ORIGINS can name it.`;
  if (origin === undefined || own.origins.includes(originOf(origin))) return undefined;
  if (knows && hostOf(origin) === hostOf(`http://${host}`)) return undefined;
  return `Pages of '${origin.slice(0, 100)}' may not use MCP; MCP_ALLOWED_ORIGINS can allow it.`;
}

function isKnown({ origins }: OwnAddress, host: string): boolean {
  const name = nameOf(`http://${host}`);
  const isAddress = isIP(name.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress || name === "localhost" || (name !== "" && origins.some((origin) => nameOf(origin) === name));
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "");
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");
const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "");
