import { grow, partyOf } from "./changes.ts";
import { faultsOf } from "./fault.ts";
import { parties } from "./places.ts";
import { theParty } from "./truths.ts";

export const thirdPartyFaults = faultsOf("third party", {
  "slow third party": {
    places: parties,
    truth: theParty,
    begin: (run, place, strength) => {
      partyOf(run, place).slow = grow(strength, 6, 50);
    },
  },
  "failing third party": {
    places: parties,
    truth: theParty,
    begin: (run, place, strength) => {
      partyOf(run, place).failing = grow(strength, 0.15, 1);
    },
  },
  "third party hangs": {
    places: parties,
    truth: theParty,
    begin: (run, place, strength) => {
      partyOf(run, place).hanging = grow(strength, 0.1, 0.8);
    },
  },
  "third party limits": {
    places: parties,
    truth: theParty,
    begin: (run, place, strength) => {
      const party = partyOf(run, place);
      party.failing = grow(strength, 0.2, 0.7);
      party.errorText = "429 Too Many Requests";
    },
  },
});
