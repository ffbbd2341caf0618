/** Light in every viewer, because it is also what is printed. */
export const stylesheet = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{print-color-adjust:exact;-webkit-print-color-adjust:exact;margin:0;background:#f1f5f9;color:#0f172a;font:14px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:860px;margin:24px auto;padding:40px 48px;background:#fff;border:1px solid #e2e8f0;border-radius:8px}
header{border-bottom:3px solid #0b6e7a;padding-bottom:16px}
.type{margin:0;color:#0b6e7a;font-weight:600;letter-spacing:.04em;text-transform:uppercase;font-size:12px}
h1{margin:2px 0 12px;font-size:28px;line-height:1.2;overflow-wrap:anywhere}
h2{margin:36px 0 12px;font-size:20px;border-bottom:1px solid #cbd5e1;padding-bottom:4px}
h3{margin:24px 0 8px;font-size:15px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:0;font-size:13px}
dl div{display:contents}
dt{color:#475569}
dd{margin:0;overflow-wrap:anywhere}
nav ol{display:flex;flex-wrap:wrap;gap:4px 20px;margin:16px 0 0;padding:0 0 0 18px;font-size:13px}
nav a{color:#0b6e7a}
.narrative p{max-width:72ch}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(175px,1fr));gap:12px;margin:0 0 16px;padding:0;list-style:none}
.figures li{display:flex;flex-direction:column;padding:10px 12px;border:1px solid #e2e8f0;border-radius:6px}
.name{color:#475569;font-size:12px}
.value{font-size:22px;font-weight:650;font-variant-numeric:tabular-nums}
.change,.target,.of{font-size:12px;color:#475569}
.good{color:#15803d}
.bad{color:#b91c1c}
.findings{padding-left:20px}
figure{margin:16px 0}
figcaption{font-weight:600;margin-bottom:6px}
svg{display:block;width:100%;height:auto;font-family:inherit}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin:6px 0;padding:0;list-style:none;font-size:12px}
.legend span{display:inline-block;width:10px;height:10px;margin-right:6px;border-radius:2px}
details{font-size:12px;margin-top:4px}
summary{color:#0b6e7a;cursor:pointer}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:12.5px}
th,td{padding:5px 8px;border-bottom:1px solid #e2e8f0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{background:#f8fafc;color:#334155;border-bottom:1px solid #cbd5e1}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.none{color:#94a3b8}
.small{color:#475569;font-size:12px}
@media (max-width:640px){main{margin:0;padding:20px 16px;border:0;border-radius:0}}
@page{size:A4;margin:16mm 14mm}
@media print{
body{background:#fff;font-size:11pt}
main{max-width:none;margin:0;padding:0;border:0}
nav,details{display:none}
main:not(.brief) .source{break-before:page}
figure,.figures,.findings,tr{break-inside:avoid}
.brief h2{margin-top:24px}
h2,h3,figcaption,.figures{break-after:avoid}
thead{display:table-header-group}
.scroll{overflow:visible}
}
`.replaceAll("\n", "");
