import { calleeOf, nowAndThen, partyOf, serviceOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { asks, calls } from "./places.ts";
import { theCallee, theService } from "./truths.ts";

export const nameFaults = faultsOf("network", {
  "names do not resolve": {
    places: asks,
    truth: theService,
    begin: (run, place, strength, random) => {
      const [service, party] = [serviceOf(run, place), partyOf(run, place).name];
      const fail = () => service.broken.set(party, `getaddrinfo EAI_AGAIN ${party}`);
      if (strength > 0.5) fail();
      else nowAndThen(run, random, fail, () => service.broken.delete(party));
    },
  },
  "expired certificate": {
    places: calls,
    truth: theCallee,
    begin: (run, place) => {
      const { name } = calleeOf(run, place);
      for (const service of run.services)
        if (service.policies.has(name)) service.broken.set(name, `x509: certificate of ${name} has expired`);
    },
  },
});
