/** The page's stylesheet. */
export const VIEWER_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #57606a; --line: #c8ced4; --paper: #fff; --shade: #f3f5f7; --link: #0550ae; --go: #0550ae; --on-go: #fff; --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ed; --faint: #a3adb8; --line: #3d444d; --paper: #14181d; --shade: #1f252c; --link: #7cb7ff; --go: #7cb7ff; --on-go: #14181d; --bad: #ff9b93 }
}
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
header, main, footer { max-width: 64rem; margin: 0 auto; padding: 0 1rem }
main { padding-bottom: 3rem }
h1 { font-size: 1.5rem; margin: 1rem 0 .25rem }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line) }
h3 { font-size: .95rem; margin: 1rem 0 .25rem; color: var(--faint) }
p { margin: .5rem 0 }
small { font-weight: normal; color: var(--faint) }
a { color: var(--link) }
[aria-current] { color: inherit; font-weight: 600; text-decoration: none }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0 }
code, pre, textarea, input { font: .9rem/1.45 ui-monospace, monospace }
pre { white-space: pre-wrap; background: var(--shade); border-radius: 4px; padding: .5rem .75rem; margin: .25rem 0 }
pre i { font-family: system-ui, sans-serif; color: var(--faint) }
pre:empty { display: none }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0 }
details[hidden], section[hidden] { display: none }
summary { cursor: pointer; padding: .45rem .75rem; min-height: 2.75rem }
summary span { color: var(--faint) }
summary em { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; font-style: normal; font-size: .85rem }
.content { padding: 0 .75rem .75rem }
.verb { display: inline-block; min-width: 4.5rem }
.delete { color: var(--bad) }
dl { margin: 0 }
dd { margin: 0 0 .5rem 0 }
ul { margin: .25rem 0; padding-left: 1.25rem }
.answers { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 1rem }
label { display: block; margin: .4rem 0 }
input, textarea { display: block; width: 100%; padding: .45rem .6rem; color: inherit; background: var(--paper); border: 1px solid var(--faint); border-radius: 4px }
textarea { min-height: 2.75rem; resize: vertical }
button { min-height: 2.75rem; padding: 0 1.5rem; margin: .5rem 0; font: inherit; font-weight: 600; color: var(--on-go); background: var(--go); border: 0; border-radius: 4px; cursor: pointer }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.result { border-left: 3px solid var(--line); padding-left: .75rem; margin-top: .5rem }
@media (max-width: 30rem) { .verb { min-width: 0 } .answers { display: block } }
`;
