import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { type AddressKind, addressKind, blockListOf, isIn } from "./address-kind.ts";

/** Destinations that are allowed besides public ones: none, private and loopback ones, or those in these networks. */
export type AllowedPrivate = "none" | "private" | { networks: readonly string[] };

const privateKinds: readonly AddressKind[] = ["private", "loopback", "shared"];

/** A destination that outbound requests must not reach. Its message says which and why. */
export class RefusedDestination extends Error {}

export interface Guard {
  /** Checks scheme, credentials and a literal address; names are checked when they are resolved. */
  assertUrl(url: URL): void;
  /** Checks a literal address; names are checked when they are resolved. */
  assertHost(host: string): void;
  /** Resolves a name and keeps only addresses that are allowed, so the check and the connection see the same address. */
  lookup: LookupFunction;
}

/** What the guard protects, and the setting that allows more. Both are named in refusals. */
export interface GuardedTraffic {
  traffic: string;
  setting: string;
}

const requests: GuardedTraffic = { traffic: "outbound requests", setting: "OUTBOUND_ALLOW_PRIVATE" };

export function openGuard(allowed: AllowedPrivate, guarded: GuardedTraffic = requests): Guard {
  const extra = typeof allowed === "object" ? blockListOf(allowed.networks) : undefined;
  const isAllowed = (address: string) => {
    const kind = addressKind(address);
    if (kind === "public" || (extra !== undefined && isIn(extra, address))) return true;
    return allowed === "private" && privateKinds.includes(kind);
  };
  const assertHost = (host: string) => {
    if (isIP(host) !== 0 && !isAllowed(host)) throw refusal(host, host, guarded);
  };

  return {
    assertHost,
    assertUrl: (url) => {
      if (url.protocol !== "http:" && url.protocol !== "https:")
        throw new RefusedDestination(`Requests go to http and https addresses only, not to '${url.protocol}'.`);
      if (url.username !== "" || url.password !== "")
        throw new RefusedDestination("The address must not contain a user name or password; use a header.");
      assertHost(url.hostname.replace(/^\[|\]$/g, ""));
    },
    lookup: (hostname, options, done) => {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, "", 0);
        const usable = addresses.filter(({ address }) => isAllowed(address));
        const [first] = usable;
        if (!first) return done(refusal(hostname, addresses[0]?.address ?? "", guarded), "", 0);
        if (options.all) done(null, usable);
        else done(null, first.address, first.family);
      });
    },
  };
}

function refusal(host: string, address: string, { traffic, setting }: GuardedTraffic): RefusedDestination {
  const shown = host === address ? host : `${host} (${address})`;
  return new RefusedDestination(
    `${shown} is a ${addressKind(address)} address, which ${traffic} must not reach. An operator can allow it with ${setting}.`,
  );
}
