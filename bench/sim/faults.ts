import { cacheFaults } from "./faults/caches.ts";
import { callFaults } from "./faults/calls.ts";
import { capacityFaults } from "./faults/capacity.ts";
import { codeFaults } from "./faults/code.ts";
import { databaseFaults } from "./faults/databases.ts";
import type { FaultSpec } from "./faults/fault.ts";
import { hostFaults } from "./faults/hosts.ts";
import { loadFaults } from "./faults/load.ts";
import { messageFaults } from "./faults/messages.ts";
import { nameFaults } from "./faults/names-and-certificates.ts";
import { networkFaults } from "./faults/network.ts";
import { harmlessFaults } from "./faults/nothing.ts";
import { thirdPartyFaults } from "./faults/third-parties.ts";

const faults = {
  ...codeFaults,
  ...capacityFaults,
  ...callFaults,
  ...databaseFaults,
  ...cacheFaults,
  ...messageFaults,
  ...thirdPartyFaults,
  ...nameFaults,
  ...hostFaults,
  ...networkFaults,
  ...loadFaults,
  ...harmlessFaults,
};

export type FaultKind = keyof typeof faults;
export const faultKinds = Object.keys(faults) as FaultKind[];
export const faultOf = (kind: FaultKind): FaultSpec => faults[kind];
