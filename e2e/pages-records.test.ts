import { testPages } from "./pages.ts";

testPages("services and the CMDB", "changes and requests", "on-call");
