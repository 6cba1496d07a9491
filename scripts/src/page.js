/* Combat Box, MIT. What every page does of itself: the colour scheme, the place in the contents, print. */
(function () {
  "use strict";
  var root = document.documentElement, body = document.body;

  /* Day or night: what the system says until the reader chooses. The scheme itself is set before anything is drawn. */
  var night = matchMedia("(prefers-color-scheme: dark)"), button = document.querySelector(".cb-scheme");
  function scheme(name) {
    body.setAttribute("data-md-color-scheme", name);
    label();
  }
  function label() {
    var dark = body.getAttribute("data-md-color-scheme") === "slate";
    button.title = button.dataset[dark ? "cbDay" : "cbNight"];
    button.setAttribute("aria-label", button.title);
  }
  function chosen() {
    try { return localStorage.getItem("cb-scheme"); } catch (error) { return null; }
  }
  button.addEventListener("click", function () {
    var name = body.getAttribute("data-md-color-scheme") === "slate" ? "default" : "slate";
    try { localStorage.setItem("cb-scheme", name); } catch (error) { /* not remembered, then */ }
    scheme(name);
  });
  night.addEventListener("change", function () { if (!chosen()) scheme(night.matches ? "slate" : "default"); });
  label();

  /* The section that is being read is marked in the list of contents, and the list follows. */
  var links = [].slice.call(document.querySelectorAll(".md-nav--secondary a[href^='#']"));
  /* What an address leads to on this page; nothing where it is no address. */
  function target(hash) {
    try { return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null; } catch (error) { return null; }
  }
  window.cbTarget = target;
  var marks = links.map(function (link) { return target(link.hash); });
  var active = null, asked = false, before = 0, top = document.querySelector(".md-top");
  function follow() {
    asked = false;
    var found = null, end = scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - 2;
    for (var n = 0; n < marks.length; n++) {
      if (marks[n] && (end || marks[n].getBoundingClientRect().top < 90)) found = links[n];
    }
    if (found !== active) {
      if (active) { active.classList.remove("md-nav__link--active"); active.removeAttribute("aria-current"); }
      active = found;
      if (active) {
        active.classList.add("md-nav__link--active");
        active.setAttribute("aria-current", "true");
        within(active);
      }
    }
    if (top && scrollY !== before) top.hidden = !(scrollY > 600 && scrollY < before);
    before = scrollY;
  }
  /* Scroll the list alone, never the page, so that a link in it can be seen. */
  function within(link) {
    var list = link.closest(".md-sidebar__scrollwrap");
    if (!list || list.scrollHeight <= list.clientHeight) return;
    var at = link.getBoundingClientRect(), room = list.getBoundingClientRect();
    if (at.top < room.top || at.bottom > room.bottom) list.scrollTop += at.top - room.top - room.height / 2;
  }
  addEventListener("scroll", function () {
    if (!asked) { asked = true; requestAnimationFrame(follow); }
  }, { passive: true });
  if (top) top.addEventListener("click", function () { scrollTo(0, 0); root.focus(); });
  requestAnimationFrame(function () {
    follow();
    /* the entry is there twice, for narrow and wide screens: the one that is a link is shown on wide ones */
    document.querySelectorAll(".md-sidebar--primary a.md-nav__link--active[href]").forEach(function (here) {
      if (!active) within(here);
    });
  });

  /* A link within the page closes the drawer that it stands in. */
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest(".md-sidebar--primary a[href^='#']");
    var drawer = document.getElementById("__drawer");
    if (link && drawer) drawer.checked = false;
  });

  /* What an address leads to is opened, and everything is open on paper. */
  function unfold() {
    var here = target(location.hash), shut = here && here.parentElement && here.parentElement.closest("details:not([open])");
    if (shut) { shut.open = true; unfold(); here.scrollIntoView(); }
  }
  addEventListener("hashchange", unfold);
  unfold();
  /* Once the site is installed, or a game was opened, it is kept for the time without a network: sw.js has what. paths: what is
     kept before all pages are. */
  var site = new URL("../../", document.currentScript.src).href;
  window.cbKeep = function (paths) {
    if (!("serviceWorker" in navigator) || !isSecureContext || location.protocol === "file:") return;
    navigator.serviceWorker.register(site + "sw.js", { scope: site }).then(function () { return navigator.serviceWorker.ready; }).then(function (at) {
      at.active.postMessage({ keep: paths || [] });
    }).catch(function () { /* a site without one, or a browser that keeps nothing: then there is a network */ });
  };
  /* Where this site is kept, a newer build waits until no page of the old one is open: that is said, and one press takes it. */
  function newer(at) {
    if (at.waiting) offer("A newer version of this site is ready.", "Take it", function () {
      navigator.serviceWorker.addEventListener("controllerchange", function () { location.reload(); });
      at.waiting.postMessage({ take: true });
    });
  }
  function offer(words, does, press) {
    var bar = document.querySelector(".cb-newer") || document.createElement("p");
    bar.className = "cb-newer";
    bar.setAttribute("role", "status");
    bar.replaceChildren(words);
    [[does, press], ["Later", function () { bar.remove(); }]].forEach(function (one) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = one[0];
      button.addEventListener("click", one[1]);
      bar.append(" ", button);
    });
    body.append(bar);
  }
  if ("serviceWorker" in navigator && location.protocol !== "file:" && navigator.serviceWorker.controller) {
    navigator.serviceWorker.getRegistration(site).then(function (at) {
      if (!at) return;
      newer(at);
      at.addEventListener("updatefound", function () {
        at.installing.addEventListener("statechange", function () { newer(at); });
      });
    }).catch(function () { /* a browser that keeps nothing */ });
    navigator.serviceWorker.addEventListener("controllerchange", function () {
      offer("This site was renewed in another tab.", "Load this page again", function () { location.reload(); });
    });
  }
  if (matchMedia("(display-mode: standalone)").matches) addEventListener("load", function () { setTimeout(window.cbKeep, 2000); });
  addEventListener("appinstalled", function () { window.cbKeep(); });
  addEventListener("beforeprint", function () {
    document.querySelectorAll("details:not([open])").forEach(function (one) { one.open = true; });
  });
})();
