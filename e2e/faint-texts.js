// Runs in the browser. Its value is a function that finds the texts whose contrast with their background is below WCAG AA.
// It takes milliseconds, where axe takes a second.
(within) => {
  const known = new Map();
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

  /** The browser itself reads every notation of a color. */
  const read = (written) => {
    const before = known.get(written);
    if (before) return before;
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = written;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
    const color = [red, green, blue, alpha / 255];
    known.set(written, color);
    return color;
  };
  const over = (top, below) => {
    const mix = (index) => top[index] * top[3] + below[index] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const luminance = ([red, green, blue]) => {
    const linear = (value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };

  /** The color behind an element and the opacity with which it is drawn; undefined over an image. */
  const behind = (element) => {
    const layers = [];
    let opacity = 1;
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      opacity *= Number(style.opacity);
      if (style.backgroundImage !== "none") return undefined;
      const color = read(style.backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    const background = layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
    return { background, opacity };
  };

  const check = (element, text) => {
    if (element.closest("svg, canvas, [disabled], [aria-disabled=true], [data-disabled]")) return undefined;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return undefined;
    const { width, height } = element.getBoundingClientRect();
    // Texts for screen readers are drawn in a single pixel.
    if (width <= 1 || height <= 1) return undefined;
    const around = behind(element);
    if (!around) return undefined;
    const { background, opacity } = around;
    const style = getComputedStyle(element);
    const [red, green, blue, alpha] = read(style.color);
    const color = over([red, green, blue, alpha * opacity], background);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = contrast(color, background);
    if (ratio >= (isLarge ? 3 : 4.5)) return undefined;
    const written = (of) => `rgb(${of.slice(0, 3).map(Math.round).join(" ")})`;
    const pair = `${written(color)} on ${written(background)}`;
    return { pair, problem: `"${text.slice(0, 60)}" in ${pair}: ${Math.floor(ratio * 100) / 100}` };
  };

  const faint = new Map();
  const note = (found) => found && faint.set(found.pair, found.problem);
  for (const root of document.querySelectorAll(within)) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent.trim();
      if (text !== "" && node.parentElement) note(check(node.parentElement, text));
    }
    for (const field of root.querySelectorAll("input, textarea, select"))
      if (field.value !== "" && !["checkbox", "radio", "hidden"].includes(field.type)) note(check(field, field.value));
  }
  return [...faint.values()];
};
