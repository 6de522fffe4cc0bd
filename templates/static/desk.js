// Shows a running session as it goes on, as long as nobody is filling in a form on it.
const look = async () => {
  const desk = document.getElementById("desk");
  if (!desk.hasAttribute("data-running")) return;
  if (!document.hidden && !desk.querySelector("details[open]")) {
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("desk");
      if (answer.ok && fresh && !desk.querySelector("details[open]")) desk.replaceWith(fresh);
    } catch {
      // The site is away for a moment: look again.
    }
  }
  setTimeout(look, 3000);
};
setTimeout(look, 3000);
