// Shows a draft as readers will see it while it is written; the page is whole without this.
const editor = document.getElementById("editor");
const shown = document.getElementById("preview");
let waiting;
let asked = 0;
const show = async () => {
  const mine = ++asked;
  try {
    const answer = await fetch(editor.dataset.preview, {
      method: "POST",
      body: new FormData(editor),
      credentials: "same-origin",
    });
    // Sanitised where it was made; an answer that was overtaken is left.
    if (answer.ok && mine === asked) shown.innerHTML = await answer.text();
  } catch {
    // The site is away for a moment: the next change asks again.
  }
};
editor.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, 400);
});
show();
