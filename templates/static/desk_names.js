// What Django's own pages leave unsaid to who hears or tabs through them.
addEventListener("load", () => setTimeout(() => {
  // A label that no role may bear.
  for (const tip of document.querySelectorAll(".help-tooltip[aria-label]")) tip.role = "img";
  // A wide table with nothing in it to stop at could not be scrolled by keys.
  for (const rows of document.querySelectorAll(".inline-group")) {
    const stops = rows.querySelectorAll("a[href], button, input, select, textarea");
    if (![...stops].some((stop) => stop.offsetParent)) rows.tabIndex = 0;
  }
}));
