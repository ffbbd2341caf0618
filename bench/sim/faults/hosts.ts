import { grow, hostOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { busyHosts, hostsOfDatabases } from "./places.ts";
import { theHost, theHostAndItsDatabases } from "./truths.ts";

export const hostFaults = faultsOf("host", {
  "noisy neighbour": {
    places: busyHosts,
    truth: theHost,
    begin: (run, place, strength) => {
      const host = hostOf(run, place);
      host.background += host.cores * grow(strength, 4, 30);
    },
  },
  "slow disk": {
    places: hostsOfDatabases,
    truth: theHostAndItsDatabases,
    begin: (run, place, strength) => {
      hostOf(run, place).diskSlow = grow(strength, 30, 300);
    },
  },
  "host down": {
    places: busyHosts,
    truth: theHost,
    begin: (run, place) => {
      hostOf(run, place).isUp = false;
    },
  },
});
