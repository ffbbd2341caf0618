import type { Page } from "playwright-core";
import { table } from "../table.ts";
import type { Tab } from "./tab.ts";

interface Target {
  path: string;
  count: number;
}

interface Figures {
  seconds: number;
  rows: number;
  frames: number;
  /** Milliseconds between frames. */
  median: number;
  p95: number;
  longestTask: number;
  longTasks: number;
  domRows: number;
}

const maxSeconds = 60;

/** Scrolls from the first to the last row, a screen a frame, and measures frames and long tasks. */
export async function showScrolling(tab: Tab, { logs, trace }: { logs: Target; trace: Target }): Promise<void> {
  const page = await tab.open();
  const rows: string[][] = [];
  const add = (name: string, { seconds, rows: seen, frames, median, p95, longestTask, longTasks, domRows }: Figures) =>
    rows.push([
      name,
      seen.toLocaleString("en"),
      `${seconds.toFixed(1)} s`,
      String(frames),
      `${median.toFixed(0)} ms`,
      `${p95.toFixed(0)} ms`,
      `${longestTask.toFixed(0)} ms`,
      String(longTasks),
      String(domRows),
    ]);
  await page.goto(logs.path);
  await page.getByRole("table", { name: "Log records" }).waitFor();
  add("logs, pages load while scrolling", await scroll(page, "[role=table][aria-label='Log records']", logs.count));
  add("logs, all loaded", await scroll(page, "[role=table][aria-label='Log records']", logs.count));
  await page.goto(trace.path);
  await page.getByRole("tree").or(page.getByRole("treegrid")).first().waitFor();
  add("waterfall", await scroll(page, "[role=tree], [role=treegrid]", trace.count));
  await page.close();
  console.log(
    `\nScrolling a screen a frame, for ${maxSeconds} s at most. A frame of a display with 60 Hz takes 16.7 ms\n`,
  );
  const head = ["list", "rows", "time", "frames", "median", "p95", "longest task", "tasks > 50 ms", "rows in DOM"];
  console.log(table(head, rows));
}

function scroll(page: Page, selector: string, count: number): Promise<Figures> {
  return page.evaluate(`(${scrollInPage})(${JSON.stringify({ selector, count, maxSeconds })})`) as Promise<Figures>;
}

/** Runs in the browser, so that it is text. */
const scrollInPage = `async ({ selector, count, maxSeconds }) => {
  const box = document.querySelector(selector);
  const scrollers = [box, ...box.querySelectorAll("*")];
  for (let up = box.parentElement; up; up = up.parentElement) scrollers.push(up);
  const scroller = scrollers.find((each) => {
    const { overflowY } = getComputedStyle(each);
    return ["auto", "scroll"].includes(overflowY) && each.scrollHeight > each.clientHeight + 10;
  });
  if (!scroller) throw new Error("nothing scrolls");
  scroller.scrollTop = 0;
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: "longtask" });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rowHeight = 25;
  const intervals = [];
  const began = performance.now();
  let last = await frame();
  let idle = 0;
  while (performance.now() - began < maxSeconds * 1000 && idle < 120) {
    const before = scroller.scrollTop;
    scroller.scrollTop += scroller.clientHeight;
    const now = await frame();
    intervals.push(now - last);
    last = now;
    // At the end of what is loaded, the next page may be on its way.
    idle = scroller.scrollTop === before ? idle + 1 : 0;
    if (idle > 0 && (scroller.scrollTop + scroller.clientHeight) / rowHeight >= count * 0.98) break;
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  observer.disconnect();
  const moving = intervals.slice(0, Math.max(1, intervals.length - idle)).sort((one, other) => one - other);
  return {
    seconds: (performance.now() - began) / 1000,
    rows: Math.round((scroller.scrollTop + scroller.clientHeight) / rowHeight),
    frames: intervals.length,
    median: moving[Math.floor(moving.length / 2)],
    p95: moving[Math.floor(moving.length * 0.95)],
    longestTask: Math.max(0, ...tasks),
    longTasks: tasks.length,
    domRows: box.querySelectorAll("[role=row], [role=treeitem]").length,
  };
}`;
