import { calleeOf, databaseOf, grow, serviceOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { calls, queries } from "./places.ts";
import { theService } from "./truths.ts";

export const callFaults = faultsOf("calls", {
  "timeout too short": {
    places: calls,
    truth: theService,
    arrives: "configuration",
    begin: (run, place, strength) => {
      const [service, callee] = [serviceOf(run, place), calleeOf(run, place).name];
      const policy = service.policies.get(callee);
      if (policy) service.policies.set(callee, { ...policy, timeoutMs: grow(1 - strength, 3, 14), retries: 0 });
    },
  },
  "wrong address": {
    places: calls,
    truth: theService,
    arrives: "configuration",
    begin: (run, place, _, random) => {
      const callee = calleeOf(run, place).name;
      const text = random.one([
        `getaddrinfo ENOTFOUND ${callee}.old.internal`,
        "401 Unauthorized: invalid client secret",
        "403 Forbidden",
      ]);
      serviceOf(run, place).broken.set(callee, text);
    },
  },
  "wrong password": {
    places: queries,
    truth: theService,
    arrives: "configuration",
    begin: (run, place) => {
      serviceOf(run, place).broken.set(
        databaseOf(run, place).name,
        "FATAL: password authentication failed for user app",
      );
    },
  },
  "storm of calls": {
    places: calls,
    truth: theService,
    begin: (run, place, strength) => {
      serviceOf(run, place).ownCalls = Math.round(grow(strength, 3, 12));
    },
  },
});
