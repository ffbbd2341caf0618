import { brokerOf, exceptions, grow, serviceOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { brokers, workers } from "./places.ts";
import { theBroker, theService } from "./truths.ts";

export const messageFaults = faultsOf("messages", {
  "stuck consumer": {
    places: workers,
    truth: theService,
    begin: (run, place) => {
      for (const instance of serviceOf(run, place).instances) instance.stuck = 2;
    },
  },
  "slow consumer": {
    places: workers,
    truth: theService,
    begin: (run, place, strength) => {
      serviceOf(run, place).extraMs += grow(strength, 800, 6_000);
    },
  },
  "poison messages": {
    places: workers,
    truth: theService,
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      service.failing = grow(strength, 0.3, 1);
      service.errorText = random.one(exceptions);
    },
  },
  "slow broker": {
    places: brokers,
    truth: theBroker,
    begin: (run, place, strength) => {
      brokerOf(run, place).ms = grow(strength, 200, 3_000);
    },
  },
  "broker down": {
    places: brokers,
    truth: theBroker,
    begin: (run, place) => {
      brokerOf(run, place).isUp = false;
    },
  },
});
