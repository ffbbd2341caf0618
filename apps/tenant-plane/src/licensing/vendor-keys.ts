import { BadSetting } from "@opsplane/runtime";

/** Replaced by the bundler with the text of VENDOR_KEY_FILE, if the build names one. */
declare const VENDOR_KEYS: string;

/** The public keys that a build pins; undefined in builds that leave the choice to the operator. */
const pinnedKeys = typeof VENDOR_KEYS === "undefined" ? undefined : VENDOR_KEYS;

/** The public keys that verify licenses and statements. A build with pinned ones takes no others. */
export function trustedKeys(configured: string | undefined, pinned = pinnedKeys): string | undefined {
  if (pinned !== undefined && configured !== undefined && plain(configured) !== plain(pinned))
    throw new BadSetting("CP_LICENSE_PUBLIC_KEY must not be set: this build trusts only the keys of its vendor.");
  return pinned ?? configured;
}

function plain(keys: string): string {
  return keys.replaceAll("\\n", "").replaceAll(/\s/g, "");
}
