/** Served at `/backoffice/page.css`, after the styles of the pay page, whose look it shares (pay-page/page.ts). */
export const backofficeStyles = `body {
  gap: 20px;
  align-content: start;
}
body > header,
main {
  inline-size: min(100%, 720px);
  margin: 0;
}
body > header {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 20px;
  align-items: center;
  overflow-wrap: anywhere;
}
body > header nav {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
}
body > header form {
  display: flex;
  gap: 12px;
  align-items: center;
  margin-inline-start: auto;
}
main,
section {
  gap: 16px;
}
main {
  padding: 0;
  border: 0;
  background: none;
}
section {
  margin-block-start: 16px;
}
h1 {
  font-size: 24px;
}
h3 {
  margin: 0;
  font-size: 16px;
}
a {
  color: light-dark(#1d4ed8, #93b4ff);
  padding-block: 3px;
}
article,
main > form,
#look-up {
  display: grid;
  gap: 16px;
  padding: 20px;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: light-dark(#fff, #181b21);
}
.open {
  border-inline-start: 3px solid light-dark(#b45309, #fbbf24);
}
dl,
dl div {
  display: grid;
  gap: 2px 16px;
  margin: 0;
}
dl {
  gap: 10px;
}
dt {
  color: var(--muted);
  font-size: 13px;
}
dd {
  margin: 0;
}
.do dd {
  font-weight: 600;
}
time {
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}
form {
  text-align: start;
}
form p {
  display: grid;
  gap: 4px;
  color: inherit;
  font-size: inherit;
}
main form {
  justify-items: start;
  gap: 14px;
}
main form p,
fieldset {
  justify-self: stretch;
}
fieldset {
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  border: 0;
}
legend,
label[for] {
  padding: 0;
  font-weight: 600;
}
legend {
  margin-block-end: 8px;
}
fieldset label {
  display: flex;
  gap: 10px;
  padding: 10px 12px;
  border: 1px solid var(--line);
  border-radius: 8px;
  cursor: pointer;
}
fieldset label:has(:checked) {
  border-color: currentcolor;
}
input[type='radio'] {
  flex: none;
  inline-size: 18px;
  block-size: 18px;
  margin: 2px 0 0;
}
input:not([type='radio']),
textarea {
  box-sizing: border-box;
  inline-size: 100%;
  min-block-size: 44px;
  padding: 8px 12px;
  border: 1px solid light-dark(#858c98, #767d8a);
  border-radius: 8px;
  background: light-dark(#fff, #101216);
  color: inherit;
  font: inherit;
}
textarea {
  resize: vertical;
}
input:focus-visible,
textarea:focus-visible,
a:focus-visible {
  outline: 3px solid light-dark(#1d4ed8, #93b4ff);
  outline-offset: 2px;
}
small {
  color: var(--muted);
  font-size: 13px;
}
button {
  min-block-size: 44px;
  padding: 8px 20px;
  font-size: 15px;
}
body > header button,
#look-up button {
  min-block-size: 36px;
  padding: 6px 14px;
  border-color: light-dark(#858c98, #767d8a);
  background: none;
  color: inherit;
  font-weight: 500;
}
#look-up form {
  display: grid;
  gap: 6px 12px;
}
#look-up button {
  min-block-size: 44px;
}
@media (min-width: 560px) {
  dl div {
    grid-template-columns: 9em 1fr;
  }
  #look-up form {
    grid-template-columns: 1fr auto;
  }
  #look-up label {
    grid-column: 1 / -1;
  }
}
@media print {
  body > header nav,
  #look-up {
    display: none;
  }
  article {
    break-inside: avoid;
  }
}
`
