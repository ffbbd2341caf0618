import { testPages } from "./pages.ts";

testPages("automation", "reports");
