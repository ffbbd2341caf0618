import type { Core, FeatureOf } from "../core.ts";
import { removeUnfinished } from "./jobs.ts";
import { openPlaces } from "./places.ts";
import { openReceiver } from "./receive.ts";

export { fileName } from "./rules.ts";
export { countFiles, type FileOwner, findFile, listFiles, openDownload } from "./store.ts";
export { deleteFile, takeFile } from "./writes.ts";

/** Of all tenants on one instance; each transfer holds less than one MiB of memory. */
const maxTransfers = 400;

/** Files that records of other features own. Content is stored in chunks and is never held in memory as a whole. */
export function openFiles(core: Core): FeatureOf<never> {
  const { config } = core;
  return {
    handlers: {},
    files: {
      maxBytes: config.fileBytes,
      takePlace: openPlaces({ perTenant: config.fileTransfers, inAll: maxTransfers }),
      ...openReceiver(core),
    },
    schedules: [removeUnfinished(core)],
  };
}
