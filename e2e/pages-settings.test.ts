import { testPages } from "./pages.ts";

testPages("settings");
