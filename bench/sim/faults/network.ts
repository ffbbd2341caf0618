import { calleeOf, grow, hostOf, serviceOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { busyHosts, calls } from "./places.ts";
import { bothServices, theHost } from "./truths.ts";

export const networkFaults = faultsOf("network", {
  "lossy host": {
    places: busyHosts,
    truth: theHost,
    begin: (run, place, strength) => {
      hostOf(run, place).loss = grow(strength, 0.06, 0.5);
    },
  },
  "distant host": {
    places: busyHosts,
    truth: theHost,
    begin: (run, place, strength) => {
      hostOf(run, place).delayMs = grow(strength, 40, 500);
    },
  },
  "cut connection": {
    places: calls,
    truth: bothServices,
    begin: (run, place) => {
      const callee = calleeOf(run, place).name;
      serviceOf(run, place).broken.set(callee, `connect EHOSTUNREACH ${callee}:8080`);
    },
  },
});
