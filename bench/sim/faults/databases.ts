import { databaseOf, grow, nowAndThen } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { databases } from "./places.ts";
import { theDatabase } from "./truths.ts";

export const databaseFaults = faultsOf("database", {
  "slow statement": {
    places: databases,
    truth: theDatabase,
    begin: (run, place, strength) => {
      const database = databaseOf(run, place);
      for (const table of ["orders", "items", "users", "events"])
        database.slowStatements.set(`SELECT ${table}`, grow(strength, 20, 400));
    },
  },
  "slow database": {
    places: databases,
    truth: theDatabase,
    begin: (run, place, strength) => {
      databaseOf(run, place).slow = grow(strength, 12, 200);
    },
  },
  "lock contention": {
    places: databases,
    truth: theDatabase,
    begin: (run, place, strength) => {
      databaseOf(run, place).lockMs = grow(strength, 200, 3_000);
    },
  },
  "too few connections": {
    places: databases,
    truth: theDatabase,
    arrives: "configuration",
    begin: (run, place, strength) => {
      const database = databaseOf(run, place);
      database.maxConnections = strength > 0.5 ? 0 : 1;
      database.slow = 4;
    },
  },
  "database down": {
    places: databases,
    truth: theDatabase,
    begin: (run, place) => {
      databaseOf(run, place).isUp = false;
    },
  },
  "database fails over": {
    places: databases,
    truth: theDatabase,
    begin: (run, place, _, random) => {
      const database = databaseOf(run, place);
      nowAndThen(
        run,
        random,
        () => {
          database.isUp = false;
        },
        () => {
          database.isUp = true;
        },
      );
    },
  },
  "database disk full": {
    places: databases,
    truth: theDatabase,
    begin: (run, place) => {
      const database = databaseOf(run, place);
      database.host.diskFree = 0;
      database.failingWrites = 1;
      database.errorText = "could not extend file: No space left on device";
    },
  },
  "database is backed up": {
    places: databases,
    truth: theDatabase,
    begin: (run, place, strength) => {
      const database = databaseOf(run, place);
      database.slow = grow(strength, 6, 30);
      database.host.diskSlow = grow(strength, 3, 10);
    },
  },
});
