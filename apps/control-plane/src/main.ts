import { supervise } from "@opsplane/runtime/supervisor";

supervise(new URL("./server.js", import.meta.url));
