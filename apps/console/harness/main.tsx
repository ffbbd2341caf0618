// A separate page for parts of the kit that no page of the console shows yet, and for very large charts.
import "@mantine/core/styles.css";
import "../src/theme/tokens.css";
import "../src/theme/base.css";
import { MantineProvider } from "@mantine/core";
import { createRoot } from "react-dom/client";
import { theme } from "../src/theme/theme.ts";
import { ChartPart } from "./chart-part.tsx";
import { QueryPart } from "./query-part.tsx";

const search = new URLSearchParams(window.location.search);
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");

createRoot(root).render(
  <MantineProvider theme={theme} defaultColorScheme="auto">
    <h1>Console kit</h1>
    {search.get("part") === "chart" ? <ChartPart series={Number(search.get("series") ?? 200)} /> : <QueryPart />}
  </MantineProvider>,
);
