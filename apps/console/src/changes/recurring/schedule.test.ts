import { expect, test } from "vitest";
import { readCron, repeatedBy, scheduleText, writeCron } from "./schedule.ts";

test.each([
  ["0 22 * * *", "Every day at 22:00"],
  ["30 6 * * MON,FRI", "Every Monday, Friday at 06:30"],
  ["0 22 * * TUE#2", "Every second Tuesday of the month at 22:00"],
  ["0 22 * * SUN#L", "Every last Sunday of the month at 22:00"],
  ["0 22 1 * *", "0 22 1 * *"],
  ["0 22 * * 2", "0 22 * * 2"],
  ["*/30 22 * * *", "*/30 22 * * *"],
])("%s is shown as '%s' and written back unchanged", (cron, text) => {
  expect(scheduleText(cron)).toBe(text);
  expect(writeCron(readCron(cron))).toBe(cron);
});

test("another repetition keeps the time", () => {
  const daily = readCron("15 3 * * *");
  expect(writeCron(repeatedBy(daily, "weekly"))).toBe("15 3 * * TUE");
  expect(writeCron(repeatedBy(daily, "monthly"))).toBe("15 3 * * TUE#2");
  expect(writeCron(repeatedBy(daily, "custom"))).toBe("15 3 * * *");
});
