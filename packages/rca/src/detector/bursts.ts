/**
 * Makes one anomaly one report. A point counts only if it is more surprising than all of the last points. And what surprised before surprises
 * less: a value as rare as k earlier reports is k + 1 times as likely as its tail says.
 */
export const openBursts = (quiet = quietPoints) => {
  /** Candidates for the maximum of the last points, in falling order. */
  const peaks: { index: number; surprise: number }[] = [];
  const reported: number[] = [];
  let index = 0;

  return (surprise: number): number => {
    index += 1;
    while (peaks[0] !== undefined && peaks[0].index < index - quiet) peaks.shift();
    const highest = peaks[0]?.surprise ?? 0;
    while (peaks.length > 0 && (peaks.at(-1)?.surprise ?? 0) <= surprise) peaks.pop();
    peaks.push({ index, surprise });
    if (surprise <= highest || surprise <= minSurprise) return 0;
    const alike = reported.filter((earlier) => earlier >= surprise).length;
    reported.push(surprise);
    if (reported.length > maxReported) reported.shift();
    return Math.max(0, surprise - Math.log10(1 + alike));
  };
};

const quietPoints = 150;
const minSurprise = 0.5;
const maxReported = 500;
