import type { Template } from "./build.ts";
import { executive } from "./executive.ts";
import { host } from "./host.ts";
import { ingestHealth } from "./ingest-health.ts";
import { network } from "./network.ts";
import { postgresql } from "./postgresql.ts";
import { serviceRed } from "./service-red.ts";

export const templates: readonly Template[] = [host, serviceRed, postgresql, network, ingestHealth, executive];
