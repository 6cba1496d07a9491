/* Combat Box, MIT. Small comforts; every page reads well without them. */
(function () {
  "use strict";
  var here = document.currentScript && document.currentScript.src;
  var store = (window.cbPreviews = window.cbPreviews || {});

  /* Wide and long tables scroll in a region that the keyboard can reach and a screen reader can name. */
  function regions() {
    var codes = [...document.querySelectorAll(".md-typeset pre > code")];
    document.querySelectorAll("[data-cb-region], .md-typeset pre > code").forEach(function (el) {
      var wide = el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1;
      if (wide) {
        el.tabIndex = 0;
        el.setAttribute("role", "region");
        el.setAttribute("aria-label", el.dataset.cbRegion || "Code " + (codes.indexOf(el) + 1)); // each by a name of its own
      } else if (el.hasAttribute("role")) {
        ["tabindex", "role", "aria-label"].forEach(function (name) { el.removeAttribute(name); });
      }
      more(el);
    });
  }

  /* What goes on to the right fades there, until it has been scrolled to its end. */
  function more(el) { el.classList.toggle("cb-more", el.scrollLeft + el.clientWidth < el.scrollWidth - 12); }
  document.addEventListener("scroll", function (event) {
    if (event.target.dataset && event.target.dataset.cbRegion) more(event.target);
  }, {capture: true, passive: true});

  /* A click on a rule id copies its address. */
  var say = document.createElement("div");
  say.className = "cb-sr";
  say.setAttribute("role", "status");
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest(".cb-rule__id");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || !navigator.clipboard) return;
    navigator.clipboard.writeText(link.href).then(function () {
      say.textContent = "Link to rule " + link.textContent + " copied";
      link.classList.add("cb-copied");
      setTimeout(function () { link.classList.remove("cb-copied"); say.textContent = ""; }, 1600);
    }, function () {});
  });

  /* A command is copied by a click, a tap or Enter; of a block, the lines that are typed. */
  function commands() {
    if (!navigator.clipboard) return;
    document.querySelectorAll(".cb-command").forEach(function (code) {
      code.tabIndex = 0;
      code.setAttribute("role", "button");
      code.title = "Copy";
    });
    document.querySelectorAll(".highlight pre").forEach(function (pre) {
      if (!/^\$ /m.test(pre.textContent)) return;
      var button = document.createElement("button");
      button.className = "cb-copy";
      button.type = "button";
      button.textContent = "Copy";
      pre.parentNode.appendChild(button);
    });
  }
  function typed(el) {
    if (!el.matches(".cb-copy")) return el.textContent;
    var block = el.parentNode.querySelector("pre").textContent.replace(/\\\n/g, "\\\0");
    return block.split("\n").filter(function (line) { return line.slice(0, 2) === "$ "; })
      .map(function (line) { return line.slice(2).replace(/\0/g, "\n"); }).join("\n");
  }
  function copied(event) {
    var el = event.target.closest && event.target.closest(".cb-command[role],.cb-copy");
    if (!el || (event.type === "keydown" && (el.matches(".cb-copy") || (event.key !== "Enter" && event.key !== " ")))) return;
    event.preventDefault();
    navigator.clipboard.writeText(typed(el)).then(function () {
      say.textContent = "Command copied";
      el.classList.add("cb-copied");
      setTimeout(function () { el.classList.remove("cb-copied"); say.textContent = ""; }, 1600);
    }, function () {});
  }
  document.addEventListener("click", copied);
  document.addEventListener("keydown", copied);

  /* Previews of what a link leads to. Each game has one script of them, fetched at the first hover, focus or tap, so that they
     work from a folder on disk as well. */
  var ABOUT = "a[data-cb-ref],abbr[data-cb-term]";
  var box = null, owner = null, timer = 0, asked = {}, finger = false;
  function need(game, then) {
    if (store[game]) return then(store[game]);
    if (asked[game]) { asked[game].push(then); return; }
    asked[game] = [then];
    var script = document.createElement("script");
    script.src = new URL("../previews/" + game + ".js", here).href;
    script.onload = function () {
      asked[game].forEach(function (go) { if (store[game]) go(store[game]); });
    };
    document.head.appendChild(script);
  }
  /* A key word says what it means in the same box: on hover, focus or touch, where a title has hover alone. */
  function terms() {
    document.querySelectorAll(".md-typeset abbr[title]").forEach(function (word) {
      word.dataset.cbTerm = word.title;
      word.removeAttribute("title");
      word.tabIndex = 0;
    });
  }
  function close() {
    clearTimeout(timer);
    if (owner) owner.removeAttribute("aria-describedby");
    if (box) box.hidden = true;
    owner = null;
  }
  /* What a finger opens holds the link itself: there is no hovering over what a tap would follow. */
  function touchable(link) {
    box.classList.toggle("cb-preview--touch", finger);
    box.setAttribute("role", finger ? "dialog" : "tooltip");
    if (!finger) return box.removeAttribute("aria-label");
    var id = link.dataset.cbRef.slice(link.dataset.cbRef.indexOf("/") + 1), go = document.createElement("a");
    box.setAttribute("aria-label", "Preview of " + id);
    go.className = "cb-preview__go";
    go.href = link.href;
    go.textContent = "Open " + id;
    box.append(go);
  }
  function show(link) {
    if (link.dataset.cbTerm) return display(link, function () {
      box.classList.remove("cb-preview--touch");
      box.setAttribute("role", "tooltip");
      box.removeAttribute("aria-label");
      box.textContent = link.dataset.cbTerm;
    });
    var key = link.dataset.cbRef.split("/");
    need(key[0], function (all) {
      var html = all[key[1]];
      if (html && owner === link) display(link, function () { preview(link, html); });
    });
  }
  function preview(link, html) {
    box.innerHTML = html;
    box.querySelectorAll("a").forEach(function (a) {
      var plain = document.createElement("span");
      plain.className = a.className;
      plain.append.apply(plain, a.childNodes);
      a.replaceWith(plain);
    });
    box.querySelectorAll("[id]").forEach(function (el) { el.removeAttribute("id"); });
    touchable(link);
  }
  /* The box beside what it is about. fill: puts in what it says. */
  function display(about, fill) {
    if (!box) {
      box = document.createElement("div");
      box.className = "cb-preview md-typeset";
      box.id = "cb-preview";
      box.addEventListener("mouseenter", function () { clearTimeout(timer); });
      box.addEventListener("mouseleave", later);
      document.body.appendChild(box);
    }
    fill();
    box.classList.toggle("cb-preview--term", "cbTerm" in about.dataset);
    box.hidden = false;
    box.scrollTop = 0;
    box.style.maxHeight = "";
    if (finger) regions();
    var at = about.getBoundingClientRect(), size = box.getBoundingClientRect();
    var room = document.documentElement.clientWidth - size.width - 12;
    var below = innerHeight - at.bottom - 16, over = at.top - 68, above = size.height > below && over > below;
    var tall = Math.min(size.height, Math.max(above ? over : below, 160));
    box.style.maxHeight = tall + "px";
    box.style.left = Math.max(8, Math.min(at.left, room)) + scrollX + "px";
    box.style.top = (above ? at.top - tall - 8 : at.bottom + 8) + scrollY + "px";
    about.setAttribute("aria-describedby", "cb-preview");
  }
  function later() { clearTimeout(timer); timer = setTimeout(close, 220); }
  function enter(event) {
    if (finger) return;
    var link = event.target.closest && event.target.closest(ABOUT);
    if (!link || link === owner) { if (link) clearTimeout(timer); return; }
    close();
    owner = link;
    timer = setTimeout(function () { show(link); }, event.type === "focusin" ? 0 : 260);
  }
  function leave(event) {
    if (!finger && owner && event.target.closest && event.target.closest(ABOUT) === owner) later();
  }
  document.addEventListener("mouseover", enter);
  document.addEventListener("mouseout", leave);
  document.addEventListener("focusin", enter);
  document.addEventListener("focusout", leave);

  /* A tap on a mention opens its preview, a second one follows it; a tap anywhere else closes it. In lists that are
     there to be followed a tap follows at once. A tap without size comes from a screen reader, which reads the link. */
  function mention(event) {
    var link = event.target.closest && event.target.closest(ABOUT);
    return link && !link.closest("table.cb-index,.cb-refs,.cb-graph") ? link : null;
  }
  document.addEventListener("pointerdown", function (event) {
    finger = event.pointerType === "touch" && (event.width > 0 || event.height > 0);
  }, true);
  document.addEventListener("pointerup", function (event) {
    if (finger && owner && !(box && box.contains(event.target)) && mention(event) !== owner) close();
  });
  document.addEventListener("click", function (event) {
    var link = finger && !event.defaultPrevented && mention(event);
    if (!link || link === owner || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    close();
    owner = link;
    show(link);
  });
  addEventListener("pagehide", close);
  document.addEventListener("keydown", function (event) {
    finger = false;
    if (event.key === "Escape") close();
  });

  /* The search comes with its first use: a button, a key, or an address with a question in it. */
  function search(question) {
    if (window.cbSearch) return window.cbSearch.open(question);
    if (asked.search) return;
    asked.search = true;
    var script = document.createElement("script");
    script.src = new URL("search.js", here).href;
    script.onload = function () { window.cbSearch.open(question); };
    script.onerror = function () { asked.search = false; script.remove(); };
    document.head.appendChild(script);
  }
  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest(".cb-find")) search();
  });
  document.addEventListener("keydown", function (event) {
    var typing = event.target.closest && event.target.closest("input,textarea,select,[contenteditable]");
    var alone = !event.ctrlKey && !event.metaKey && !event.altKey;
    var wanted = alone ? (event.key === "/" || event.key === "f" || event.key === "s") && !typing : event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!wanted || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    search();
  });

  /* Tables beside a rule open in their place. */
  document.addEventListener("toggle", function (event) {
    var table = event.target;
    if (!table.open || !table.matches || !table.matches("[data-cb-table]")) return;
    var key = table.dataset.cbTable.split("/"), body = table.querySelector(".cb-beside__body");
    if (body.firstChild) return;
    need(key[0], function (all) {
      body.innerHTML = all[key[1]] || "";
      bare(body);
      regions();
    });
  }, true);

  /* One table is kept beside every page, where there is room for two, until it is closed. */
  var root = new URL("../../", here).href, panel = null;
  function kept() {
    try {
      var table = JSON.parse(localStorage.getItem("cb-pinned")), texts = table && [table.key, table.title, table.page];
      return texts && texts.every(function (text) { return typeof text === "string"; }) && /^[\w-]+\/[^/]+$/.test(table.key) && within(table.page) ? table : null;
    } catch (error) { return null; }
  }
  /* A page of this site, and nothing else: others write into the store as well. */
  function within(page) { return new URL(page, root).href.slice(0, root.length) === root; }
  function keep(table) {
    try {
      if (table) localStorage.setItem("cb-pinned", JSON.stringify(table)); else localStorage.removeItem("cb-pinned");
    } catch (error) { /* not remembered, then */ }
    beside(table);
  }
  function beside(table) {
    var button = document.querySelector(".cb-pin"), mine = !!table && !!button && button.dataset.cbPin === table.key;
    if (button) {
      button.setAttribute("aria-pressed", String(mine));
      button.textContent = mine ? "Kept beside other pages" : "Keep beside other pages";
    }
    if (panel) panel.remove();
    panel = null;
    delete document.documentElement.dataset.cbPinned;
    if (!table) return;
    document.documentElement.dataset.cbPinned = "";
    var key = table.key.split("/"), bar = document.createElement("p"), go = document.createElement("a"), shut = document.createElement("button");
    panel = document.createElement("aside");
    panel.className = "cb-pinned md-typeset";
    panel.tabIndex = 0;
    panel.setAttribute("aria-label", "Table " + key[1] + ", kept beside the page");
    bar.className = "cb-pinned__bar";
    go.href = new URL(table.page, root).href;
    go.textContent = key[1] + " " + table.title;
    shut.type = "button";
    shut.textContent = "Close";
    shut.setAttribute("aria-label", "Close table " + key[1]);
    shut.addEventListener("click", function () { keep(null); if (button) button.focus(); });
    panel.addEventListener("keydown", function (event) { if (event.key === "Escape") shut.click(); });
    bar.append(go, shut);
    panel.append(bar);
    document.body.append(panel);
    need(key[0], function (all) {
      var body = document.createElement("div");
      body.innerHTML = all[key[1]] || "";
      bare(body);
      if (panel) panel.append(body);
      regions();
    });
  }
  function bare(body) {
    body.querySelectorAll("[id]").forEach(function (el) { el.removeAttribute("id"); });
    body.querySelectorAll("a").forEach(function (a) {
      var plain = document.createElement("span");
      plain.append.apply(plain, a.childNodes);
      a.replaceWith(plain);
    });
  }
  function pins() {
    var button = document.querySelector(".cb-pin");
    if (button) button.addEventListener("click", function () {
      var mine = button.getAttribute("aria-pressed") === "true", page = location.href.split(/[?#]/)[0];
      keep(mine ? null : {key: button.dataset.cbPin, title: button.dataset.cbTitle, page: page.slice(root.length)});
    });
    beside(kept());
  }

  /* What is optional and the numbers of rules can be hidden, on every page until they are shown again. */
  function switches() {
    document.querySelectorAll("[data-cb-hides]").forEach(function (box) {
      var name = box.dataset.cbHides, mark = name === "optional" ? "cbOptional" : "cbNumbers", root = document.documentElement;
      box.checked = root.dataset[mark] === "hide";
      box.addEventListener("change", function () {
        if (box.checked) root.dataset[mark] = "hide"; else delete root.dataset[mark];
        try { localStorage.setItem("cb-" + name, box.checked ? "hide" : "show"); } catch (error) { /* not remembered, then */ }
      });
    });
    addEventListener("hashchange", reveal);
    reveal();
  }
  /* An address that leads to something hidden shows it. */
  function reveal() {
    var root = document.documentElement, box = document.querySelector(".cb-switch__box");
    var target = window.cbTarget(location.hash);
    if (root.dataset.cbOptional && target && !target.getClientRects().length) {
      delete root.dataset.cbOptional;
      if (box) box.checked = false;
      target.scrollIntoView();
    }
  }

  function start() {
    terms();
    switches();
    pins();
    commands();
    var question = new URLSearchParams(location.search).get("q");
    if (question) search(question);
    document.body.appendChild(say);
    /* After the first frame: to measure before it would lay out the page twice. */
    requestAnimationFrame(function () { setTimeout(regions, 0); });
    if (document.fonts && document.fonts.ready) document.fonts.ready.then(function () { setTimeout(regions, 50); });
  }
  addEventListener("resize", regions);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
