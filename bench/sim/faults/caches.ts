import { cacheOf, grow } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { caches } from "./places.ts";
import { theCache } from "./truths.ts";

export const cacheFaults = faultsOf("cache", {
  "cache evicts": {
    places: caches,
    truth: theCache,
    begin: (run, place, strength) => {
      const cache = cacheOf(run, place);
      cache.hitRatio = 0.25 * (1 - strength);
      for (const database of run.databases) database.slow = Math.max(database.slow, grow(strength, 2, 8));
    },
  },
  "cache down": {
    places: caches,
    truth: theCache,
    begin: (run, place) => {
      cacheOf(run, place).isUp = false;
      for (const database of run.databases) database.slow = Math.max(database.slow, 5);
    },
  },
  "slow cache": {
    places: caches,
    truth: theCache,
    begin: (run, place, strength) => {
      cacheOf(run, place).ms = grow(strength, 60, 240);
    },
  },
});
