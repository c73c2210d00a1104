"""The frame of the exported page: its own few rules, and the script of its player."""

_STYLE = """
html { background: #ffffff; } html[data-pk-theme="dark"] { background: #111417; }
@media (prefers-color-scheme: dark) { html[data-pk-theme="auto"] { background: #111417; } }
@media print { html[data-pk-theme] { background: #ffffff;
  } .pk .pk-controls.pk-controls, .pk .pk-theme, .pk .pk-controls:not([hidden]) { display: none; } }
.pk-view { content-visibility: visible; }
body { max-width: 1180px; margin: 0 auto; padding: 20px 16px 60px; }
.pk h1 { font-size: 24px; margin: 0 0 4px; } .pk h2 { font-size: 18px; margin: 26px 0 10px; }
.pk header { position: relative; padding-right: 130px; } .pk header p { margin: 0 0 16px;
  color: var(--pk-soft); }
.pk .pk-sums { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr));
  column-gap: 12px; }
.pk .pk-outline { margin: 0; font: 13px/1.5 var(--pk-mono); color: inherit; }
.pk .pk-controls:not([hidden]) { display: flex; flex-wrap: wrap; gap: 8px; align-items: center;
  margin: 0 0 12px;
  position: sticky; top: 0; z-index: 1; padding: 8px 0; background: var(--pk-paper); }
.pk .pk-controls input { flex: 1; min-width: 120px; accent-color: var(--pk-accent); }
.pk button { font: inherit; color: var(--pk-ink); background: var(--pk-panel);
  border: 1px solid var(--pk-soft);
  border-radius: 6px; padding: 4px 12px; cursor: pointer; }
.pk button:focus-visible, .pk input:focus-visible { outline: 3px solid var(--pk-accent);
  outline-offset: 2px; }
.pk .pk-theme { position: absolute; right: 0; top: 0; }
.pk .pk-heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""

_SCRIPT = """
(() => {
  const root = document.documentElement, theme = document.querySelector(".pk-theme");
  const dark = () => root.dataset.pkTheme === "dark" ||
    (root.dataset.pkTheme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const name = () => { theme.textContent = dark() ? "Light theme" : "Dark theme"; };
  theme.hidden = false; name();
  theme.addEventListener("click", () => { root.dataset.pkTheme = dark() ? "light" : "dark"; name(); });
  const player = document.querySelector(".pk-player");
  if (!player) return;
  const frames = [...player.querySelectorAll(".pk-frame")], range = player.querySelector("input");
  const play = player.querySelector("[data-play]"), out = player.querySelector("output");
  const heard = document.querySelector(".pk-heard");
  let timer = null;
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; };
  const show = (moment) => {
    const at = Math.min(Math.max(moment, Number(range.min)), Number(range.max));
    frames.forEach((frame) => { frame.hidden = Number(frame.dataset.moment) !== at; });
    range.value = at; out.textContent = `${at + 1} of ${player.dataset.moments}`;
    const open = frames.find((frame) => !frame.hidden);
    heard.textContent = open ? open.querySelector(".pk-sentence").textContent : "";
  };
  const now = () => Number(range.value);
  range.addEventListener("input", () => { stop(); show(now()); });
  player.querySelectorAll("[data-go]").forEach((button) =>
    button.addEventListener("click", () => { stop(); show(now() + Number(button.dataset.go)); }));
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (now() === Number(range.max)) show(Number(range.min));
    play.textContent = "Pause";
    timer = setInterval(() => { show(now() + 1); if (now() === Number(range.max)) stop(); }, 1500);
  });
  player.querySelector(".pk-controls").hidden = false;
})();
"""

# The rule about content makes the promise a browser can hold us to: nothing is asked of any other place.
PAGE = (
    '<!doctype html>\n<html lang="en" data-pk-theme="auto"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'\"><title>",
    "TITLE",
    "</title><style>\n",
    "STYLE",
    _STYLE,
    '</style></head>\n<body class="pk"><header><h1>',
    "TITLE",
    "</h1><p>",
    "SAID",
    '</p><button type="button" class="pk-theme" hidden>Dark theme</button></header>\n<main><div class="pk-sums">',
    "SUMS",
    "</div>\n<h2>Moment by moment</h2>\n",
    "PLAYER",
    '<p class="pk-heard" aria-live="polite"></p>\n<h2>Step by step</h2>\n',
    "STEPS",
    "OUTLINE",
    "</main>\n<script>",
    _SCRIPT,
    "</script></body></html>\n",
)
