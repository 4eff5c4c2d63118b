/** The stylesheet of the broker's pages: light and dark, from a phone to a wall screen. */
export const STYLESHEET = `
:root{color-scheme:light dark;
--page:#f4f6f8;--card:#fff;--text:#1b2430;--muted:#566273;--line:#dde2e8;--accent:#1f5fa8;
--ok:#1a6f3e;--ok-soft:#e3f4ea;--warn:#7a4f00;--warn-soft:#fdf1d8;--bad:#a8231b;--bad-soft:#fde8e6;--idle-soft:#e9edf1;
--c0:#1f5fa8;--c1:#c2410c;--c2:#15803d;--c3:#7e22ce;--c4:#0e7490;--c5:#6b7280}
@media (prefers-color-scheme:dark){:root{
--page:#11151b;--card:#1a2028;--text:#e6eaf0;--muted:#9eabbb;--line:#2d3743;--accent:#8abdf7;
--ok:#7fd9a3;--ok-soft:#16311f;--warn:#f3c36b;--warn-soft:#362a10;--bad:#ffa39b;--bad-soft:#3d1916;--idle-soft:#28313c;
--c0:#7db5f5;--c1:#fb923c;--c2:#6ee7a0;--c3:#d8a4ff;--c4:#67e3f9;--c5:#9ca3af}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
header,main,footer{max-width:76rem;margin:0 auto;padding:.75rem 1.25rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between}
.product{margin:0;font-weight:700}
.product a{color:inherit;text-decoration:none}
header nav{flex-basis:100%;min-width:0}
header nav ul{display:flex;gap:.25rem 1.1rem;list-style:none;margin:0;padding:0 0 .25rem;overflow-x:auto}
header nav a{display:block;padding:.35rem 0;white-space:nowrap;text-decoration:none;border-bottom:3px solid transparent}
header nav a[aria-current]{color:inherit;font-weight:600;border-color:var(--accent)}
.aside{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem}
footer{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;justify-content:space-between;color:var(--muted);font-size:.875rem}
footer button{background:none;border:0;color:var(--accent);padding:.3rem .5rem;font-weight:400;text-decoration:underline;text-underline-offset:.15em}
footer button[aria-pressed=true]{color:var(--text);font-weight:600;text-decoration:none}
h1{font-size:1.5rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
.crumbs{margin:0 0 -.75rem;font-size:.875rem;overflow-wrap:anywhere}
h1,.crumbs,.done,.fault{grid-column:1/-1}
.done,.fault{margin:0;padding:.6rem 1rem;border-radius:8px;color:var(--ok);background:var(--ok-soft)}
.fault{color:var(--bad);background:var(--bad-soft);overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:0 0 .75rem;overflow-wrap:anywhere}
h3{font-size:.95rem;margin:.75rem 0 0;overflow-wrap:anywhere}
p{margin:.5rem 0}
.note{color:var(--muted);font-size:.875rem}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
select,button,input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;min-height:2.5rem;padding:.35rem .75rem;max-width:100%}
input{width:100%}
input[type=checkbox]{width:1.5rem;height:1.5rem;min-height:0;padding:0;flex:none;accent-color:var(--accent)}
.mark{display:flex;gap:.5rem;align-items:flex-start}
button{background:var(--accent);border-color:var(--accent);color:var(--card);font-weight:600;cursor:pointer}
main{display:grid;gap:1rem;grid-template-columns:repeat(2,minmax(0,1fr));padding-bottom:3rem}
.live{display:contents}
.changes{margin:0}
.changes:not(:empty){margin-bottom:.75rem;padding:.6rem 1rem;border-radius:8px;color:var(--warn);background:var(--warn-soft)}
.changes a{color:inherit}
.card,.tiles{grid-column:1/-1}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem;min-width:0}
.half{grid-column:span 1}
.tiles{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));margin:0}
.tiles>div{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:.9rem 1.1rem}
.tiles dt{color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
.tiles dd{margin:0;font-size:1.6rem;font-weight:650;line-height:1.25;font-variant-numeric:tabular-nums}
.tiles .note{display:block;font-size:.8rem;font-weight:400;line-height:1.4}
.pill{display:inline-block;justify-self:start;border-radius:99px;padding:.1rem .6rem;font-size:.8rem;font-weight:600;white-space:nowrap}
.ok{color:var(--ok);background:var(--ok-soft)}
.warn{color:var(--warn);background:var(--warn-soft)}
.bad{color:var(--bad);background:var(--bad-soft)}
.idle{color:var(--text);background:var(--idle-soft)}
table{border-collapse:collapse;width:100%}
caption,th{color:var(--muted);font-size:.875rem;font-weight:600;text-align:left}
caption{font-weight:400;padding-bottom:.35rem}
th,td{padding:.5rem 1.25rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
thead th{overflow-wrap:normal}
tbody tr:last-child>*{border-bottom:0}
tbody th{color:inherit;font-size:inherit}
th .note{font-weight:400}
thead a{color:inherit;text-decoration-style:dotted;text-underline-offset:.25em}
thead a:hover{text-decoration-style:solid}
[aria-sort] a{color:var(--text)}
[aria-sort] a::after{content:" \\2191"}
[aria-sort=descending] a::after{content:" \\2193"}
.list-head{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;margin:.5rem 0}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.number:last-child,th.number:last-child{padding-right:0}
svg{display:block;width:100%}
.share{width:16rem;max-width:100%;height:.6rem;margin-top:.45rem;min-width:4rem;background:var(--idle-soft);border-radius:4px}
.share rect{fill:var(--c0)}
.bars{height:11rem;border-bottom:1px solid var(--line)}
.bars .grid,.map .grid{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.axis{display:flex;justify-content:space-between;color:var(--muted);font-size:.8rem;font-variant-numeric:tabular-nums}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;list-style:none;margin:.75rem 0 0;padding:0;font-size:.875rem}
.legend svg{display:inline-block;width:.75rem;height:.75rem;margin-right:.4rem;vertical-align:-.05rem}
.legend li{overflow-wrap:anywhere}
.c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--c5)}
.map{border:1px solid var(--line);border-radius:8px;background:var(--page)}
.map circle{stroke:var(--card);stroke-width:1.5;fill-opacity:.9}
.map text{fill:var(--muted);font-size:12px;paint-order:stroke;stroke:var(--page);stroke-width:3}
.map image{opacity:.75}
.map a:focus-visible circle{stroke:var(--text);stroke-width:4}
.map .count{fill:#fff;stroke:none;font-size:12px;font-weight:700;pointer-events:none}
.cmix{fill:#4b5563}
.map .scale{stroke:var(--text);stroke-width:2}
.head{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
summary{cursor:pointer;color:var(--accent);font-size:.875rem;padding:.25rem 0}
pre{margin:.35rem 0;padding:.6rem .8rem;background:var(--page);border:1px solid var(--line);border-radius:8px;max-height:22rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.5 ui-monospace,Menlo,Consolas,monospace}
code{font:.85rem/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.facts{display:grid;gap:.35rem 1rem;margin:0}
.facts>div{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:.75rem}
.facts dt{color:var(--muted)}
.facts dd{margin:0;overflow-wrap:anywhere}
.search{align-items:end;margin-bottom:1rem}
.search p{flex:1 1 12rem;margin:0;min-width:0}
.search label{display:block}
.search select{width:100%}
time{white-space:nowrap}
.search label,.aside label{font-size:.875rem;color:var(--muted)}
.chips{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:.75rem 0;padding:0}
.chips a{display:block;padding:.25rem .75rem;border:1px solid var(--line);border-radius:99px;text-decoration:none}
.chips a[aria-current]{background:var(--accent);color:var(--card);border-color:var(--accent)}
.chips a[aria-current] .note{color:inherit}
.pager{display:flex;gap:1.25rem;align-items:center;margin-top:1rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}
.attempts{list-style:none;margin:0;padding:0}
.attempts>li{border-top:1px solid var(--line);padding:.6rem 0}
.attempts>li:first-child{border-top:0}
.attempts .head>*{overflow-wrap:anywhere;min-width:0}
.columns{columns:14rem;margin:0;padding:0;list-style:none}
.columns li{overflow-wrap:anywhere;padding:.15rem 0}
details ul{margin:.25rem 0 0;padding-left:1.1rem;font-size:.875rem;overflow-wrap:anywhere}
@media (min-width:64rem){
.stack th[scope=row]{min-width:10rem}
.stack td:not(.number){min-width:6.5rem}
.stack td.long{min-width:14rem}
}
@media (min-width:80rem){
.stack th[scope=row]{min-width:12rem}
.stack td:not(.number){min-width:9.5rem}
.stack td.long{min-width:18rem}
}
@media (max-width:48rem){
h1{font-size:1.3rem}
.tiles>div{padding:.75rem .7rem}
.tiles dd{font-size:1.35rem}
footer form{margin-left:-.5rem}
.half{grid-column:1/-1}
.tiles{grid-template-columns:repeat(2,minmax(0,1fr));gap:.75rem}
.facts>div{grid-template-columns:minmax(0,1fr);gap:0}
.card{padding:1rem}
.scroll{overflow-x:auto}
.scroll .map{width:34rem}
.map text{font-size:16px}
.aside,.aside form{flex:0 1 auto;flex-wrap:nowrap;min-width:0}
.aside select{flex:0 1 auto;min-width:0}
.map circle{stroke-width:2}
.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.sorted thead{position:static;display:block;width:auto;height:auto;overflow:visible;clip-path:none}
.sorted thead tr{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;padding:0 0 .5rem}
.sorted thead tr::before{content:attr(data-label);color:var(--muted);font-size:.875rem}
.sorted thead th{padding:0;min-width:0;text-align:left}
.sorted thead th:not(:has(a)){display:none}
.sorted thead a{display:block;padding:.3rem 0}
.stack tbody tr{display:block;padding:.75rem 0;border-bottom:1px solid var(--line)}
.stack tbody tr:last-child{border-bottom:0;padding-bottom:0}
.stack th,.stack td{display:flex;justify-content:space-between;gap:1rem;max-width:100%;border:0;padding:.15rem 0}
.stack th{display:block}
.stack td::before{content:attr(data-label);flex:none;color:var(--muted)}
.stack td{flex-wrap:wrap;gap:.15rem 1rem}
.stack td>*{min-width:0}
.stack td:empty{display:none}
.map .count{font-size:15px}
}
`;
