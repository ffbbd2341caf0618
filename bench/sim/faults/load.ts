import { grow } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { entries } from "./places.ts";
import { theService } from "./truths.ts";

export const loadFaults = faultsOf("load", {
  "more users": {
    places: entries,
    truth: theService,
    begin: (run, { service = 0 }, strength) => {
      run.loadOf.set(service, grow(strength, 3, 8));
      for (const host of run.hosts) host.background += host.cores * grow(strength, 1, 4);
    },
  },
});
