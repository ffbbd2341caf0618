import { testPages } from "./pages.ts";

testPages("operations");
