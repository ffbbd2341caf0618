import { deploy, deployCanary, exceptions, grow, serviceOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { calls, inner, queries, withCache, withInstances } from "./places.ts";
import { theService } from "./truths.ts";

export const codeFaults = faultsOf("code", {
  "slow code": {
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.extraMs += grow(strength, 30, 900);
    },
  },
  "slow operation": {
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.onlyOperation = 0;
      service.extraMs += grow(strength, 80, 2_000);
    },
  },
  "busy code": {
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      serviceOf(run, place).slow = grow(strength, 6, 60);
    },
  },
  exceptions: {
    places: inner,
    truth: theService,
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      service.failing = grow(strength, 0.06, 0.9);
      service.errorText = random.one(exceptions);
    },
  },
  "exceptions of a version": {
    places: inner,
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.failing = grow(strength, 0.06, 0.9);
      service.errorText = random.one(exceptions);
    },
  },
  "exceptions of a canary": {
    places: withInstances,
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      service.errorText = random.one(exceptions);
      deployCanary(service, random).failing = grow(strength, 0.2, 0.9);
    },
  },
  "slow canary": {
    places: withInstances,
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      deployCanary(serviceOf(run, place), random).slow = grow(strength, 4, 40);
    },
  },
  "slow version": {
    places: inner,
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.extraMs += grow(strength, 40, 1_200);
    },
  },
  "one query becomes many": {
    places: queries,
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.repeats = grow(strength, 6, 40);
    },
  },
  "one call becomes many": {
    places: calls,
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.repeats = grow(strength, 4, 15);
    },
  },
  "returns early": {
    places: calls,
    truth: theService,
    arrives: "version",
    begin: (run, place, _, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.stopsAfter = 1;
      service.failing = 0.3;
      service.errorText = "ValidationError: total is missing";
    },
  },
  "caches no longer": {
    places: withCache,
    truth: theService,
    arrives: "configuration",
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.usesCache = false;
      service.slow = grow(strength, 1.2, 4);
    },
  },
  "floods the log": {
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.slow = grow(strength, 3, 10);
      for (const { host } of service.instances) host.diskSlow = grow(strength, 3, 12);
      run.every(400, () => run.log(service, "warn", "unexpected state %n of session %h, ignoring"));
    },
  },
});
