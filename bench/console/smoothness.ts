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

const maxSeconds = 30;
const logTable = "[role=table][aria-label='Log records']";

/**
 * Frames and long tasks while lists scroll a screen a frame, and while the pointer moves over a chart. Nobody scrolls that fast:
 * every frame draws other rows.
 */
export async function showSmoothness(
  tab: Tab,
  { logs, trace, chart }: { logs: Target; trace: Target; chart: Target },
): Promise<void> {
  const page = await tab.open();
  const rows: string[][] = [];
  const add = (name: string, figures: Figures) => rows.push([name, ...cellsOf(figures)]);
  await page.goto(logs.path);
  await page.getByRole("table", { name: "Log records" }).waitFor();
  add("logs, pages load while scrolling", await measure(page, scrolling, logTable, logs.count));
  add("logs, loaded", await measure(page, scrolling, logTable, logs.count));
  await page.goto(trace.path);
  await page.getByRole("tree").waitFor();
  add("waterfall", await measure(page, scrolling, "[role=tree]", trace.count));
  await page.goto(chart.path);
  await page.locator(".u-over").waitFor();
  await page.waitForTimeout(2000);
  add("chart, the pointer moves", await measure(page, pointing, ".u-over", chart.count));
  await page.close();
  console.log(`\nSmoothness, for ${maxSeconds} s at most. A frame of a display with 60 Hz takes 16.7 ms\n`);
  const head = [
    "",
    "rows or series",
    "time",
    "frames",
    "median",
    "p95",
    "longest task",
    "tasks > 50 ms",
    "rows in DOM",
  ];
  console.log(table(head, rows));
}

function cellsOf({ seconds, rows, frames, median, p95, longestTask, longTasks, domRows }: Figures): string[] {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const [count, time] = [rows.toLocaleString("en"), `${seconds.toFixed(1)} s`];
  return [count, time, String(frames), ms(median), ms(p95), ms(longestTask), String(longTasks), String(domRows)];
}

function measure(page: Page, move: string, selector: string, count: number): Promise<Figures> {
  const input = JSON.stringify({ selector, count, maxSeconds });
  return page.evaluate(`(${measureInPage})(${input}, ${move})`) as Promise<Figures>;
}

// These run in the browser, so that they are text.

/** Scrolls by a screen. Returns the rows so far, or undefined at the end. */
const scrolling = `(box, count) => {
  const around = [box, ...box.querySelectorAll("*")];
  for (let up = box.parentElement; up; up = up.parentElement) around.push(up);
  const scroller = around.find((each) => {
    const { overflowY } = getComputedStyle(each);
    return ["auto", "scroll"].includes(overflowY) && each.scrollHeight > each.clientHeight + 10;
  });
  if (!scroller) throw new Error("nothing scrolls");
  scroller.scrollTop = 0;
  const row = box.querySelector("[role=row][aria-rowindex='2'], [role=treeitem]");
  const rowHeight = row?.getBoundingClientRect().height || 25;
  let idle = 0;
  return () => {
    const before = scroller.scrollTop;
    scroller.scrollTop += scroller.clientHeight;
    // At the end of what is loaded, the next page may be on its way.
    idle = scroller.scrollTop === before ? idle + 1 : 0;
    const rows = Math.min(count, Math.round((scroller.scrollTop + scroller.clientHeight) / rowHeight));
    return { rows, isIdle: idle > 0, isDone: idle > 120 || (idle > 0 && rows >= count * 0.98) };
  };
}`;

/** Moves the pointer over a chart and back, four times. */
const pointing = `(box, count) => {
  const { left, top, width, height } = box.getBoundingClientRect();
  let step = 0;
  return () => {
    const across = Math.abs(((step * 7) % (2 * width)) - width);
    const at = { clientX: left + across, clientY: top + (height * (1 + Math.sin(step / 20))) / 2, bubbles: true };
    box.dispatchEvent(new MouseEvent(step === 0 ? "mouseenter" : "mousemove", at));
    step += 1;
    return { rows: count, isIdle: false, isDone: step * 7 > 8 * width };
  };
}`;

const measureInPage = `async ({ selector, count, maxSeconds }, move) => {
  const box = document.querySelector(selector);
  const next = move(box, count);
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: "longtask" });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const intervals = [];
  const began = performance.now();
  let last = await frame();
  let state = { rows: 0, isIdle: false, isDone: false };
  while (!state.isDone && performance.now() - began < maxSeconds * 1000) {
    state = next();
    const now = await frame();
    if (!state.isIdle) intervals.push(now - last);
    last = now;
  }
  const seconds = (performance.now() - began) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 200));
  observer.disconnect();
  intervals.sort((one, other) => one - other);
  return {
    seconds,
    rows: state.rows,
    frames: intervals.length,
    median: intervals[Math.floor(intervals.length / 2)] ?? 0,
    p95: intervals[Math.floor(intervals.length * 0.95)] ?? 0,
    longestTask: Math.max(0, ...tasks),
    longTasks: tasks.length,
    domRows: document.querySelectorAll("[role=row], [role=treeitem]").length,
  };
}`;
