import { exceptions, grow, nowAndThen, serviceOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { inner, queries, withInstances } from "./places.ts";
import { theService } from "./truths.ts";

export const capacityFaults = faultsOf("capacity", {
  "memory leak": {
    places: inner,
    truth: theService,
    begin: (run, place, strength, random) => {
      for (const instance of serviceOf(run, place).instances) {
        run.every(5_000, () => {
          instance.memory = Math.min(0.99, instance.memory + 0.02 + 0.03 * strength);
          if (instance.memory < 0.85) return;
          const pause = (instance.memory - 0.8) * 6_000 * random.between(0.5, 1.5);
          instance.pausedUntil = Math.max(instance.pausedUntil, run.now + pause);
          instance.pausedMs += pause;
          if (instance.memory < 0.985 || !instance.isUp) return;
          instance.isUp = false;
          instance.restarts += 1;
          run.log(serviceOf(run, place), "error", "java.lang.OutOfMemoryError: Java heap space");
          run.in(12_000, () => {
            instance.isUp = true;
            instance.memory = 0.6;
          });
        });
      }
    },
  },
  "garbage collection": {
    places: inner,
    truth: theService,
    begin: (run, place, strength, random) => {
      for (const instance of serviceOf(run, place).instances)
        run.every(random.between(1_500, 3_000), () => {
          const pause = grow(strength, 250, 1_500) * random.between(0.6, 1.4);
          instance.pausedUntil = run.now + pause;
          instance.pausedMs += pause;
          instance.memory = random.between(0.85, 0.95);
        });
    },
  },
  "stuck threads": {
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      run.every(6_000 - 4_000 * strength, () => {
        for (const instance of service.instances)
          instance.stuck = Math.min(service.threads - (strength > 0.7 ? 0 : 1), instance.stuck + 1);
      });
    },
  },
  "leaking pool": {
    places: queries,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      run.every(9_000 - 6_000 * strength, () => {
        for (const instance of service.instances) instance.leaked = Math.min(service.pool, instance.leaked + 1);
      });
    },
  },
  "too few threads": {
    places: inner,
    truth: theService,
    arrives: "configuration",
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.threads = 1;
      service.slow = grow(strength, 4, 14);
    },
  },
  "crash loop": {
    places: inner,
    truth: theService,
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      for (const instance of service.instances)
        run.in(random.between(0, 20_000), () =>
          nowAndThen(
            run,
            random,
            () => {
              instance.isUp = false;
              instance.restarts += 1;
              run.log(
                service,
                "error",
                random.one(["fatal: config key DB_URL is missing", "exit status 137", "panic: nil pointer"]),
              );
            },
            () => {
              instance.isUp = random.chance(1 - 0.7 * strength);
            },
          ),
        );
    },
  },
  "service down": {
    places: inner,
    truth: theService,
    begin: (run, place) => {
      for (const instance of serviceOf(run, place).instances) instance.isUp = false;
    },
  },
  "one bad instance": {
    places: withInstances,
    truth: theService,
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      const instance = random.one(service.instances);
      if (random.chance(0.5)) instance.slow = grow(strength, 15, 100);
      else {
        instance.failing = grow(strength, 0.3, 1);
        service.errorText = random.one(exceptions);
      }
    },
  },
});
