// Keeps the part of a page that changes by itself up to date: asks for it again, and
// gets nothing back (304) as long as nothing has changed.
let etag = "";
const look = async () => {
  const part = document.getElementById("live");
  if (!part) return;
  if (!document.hidden && !part.contains(document.activeElement)) {
    try {
      const headers = etag ? { "If-None-Match": etag } : {};
      const answer = await fetch(part.dataset.live, { headers, cache: "no-store", credentials: "same-origin", redirect: "error" });
      if (answer.status === 200 && !part.contains(document.activeElement)) {
        etag = answer.headers.get("ETag") || "";
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.getElementById("live");
        if (fresh) part.replaceWith(fresh);
      }
    } catch {
      // The site is away for a moment, or somebody logged out: look again.
    }
  }
  wait();
};
const wait = () => {
  const part = document.getElementById("live");
  setTimeout(look, 1000 * Number((part && part.dataset.every) || 20));
};
wait();
