/**
 * A report for a frame without an address of its own. There `#part` means a part of the console's page, so that a link
 * of the contents would load the console into the frame.
 */
export function framed(html: string): string {
  return html.replaceAll('href="#', 'href="about:srcdoc#');
}
