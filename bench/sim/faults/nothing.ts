import { deploy, serviceOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { anywhere, inner } from "./places.ts";
import { nobody } from "./truths.ts";

export const harmlessFaults = faultsOf("nothing", {
  healthy: { places: anywhere, truth: nobody, begin: () => undefined },
  "harmless version": {
    places: inner,
    truth: nobody,
    arrives: "version",
    begin: (run, place, _, random) => deploy(serviceOf(run, place), random),
  },
  "busy hour": {
    places: anywhere,
    truth: nobody,
    begin: (run) => {
      run.load = 1.4;
    },
  },
});
