// The scripts of a table's page. Everything also works without them.
(() => {
  "use strict";
  const [SOON, RETRY, RARELY] = [50, 4000, 60000]; // Milliseconds until the next poll.
  const SPREAD = 10000; // Milliseconds within which lost streams are opened again.
  const PATIENCE = 10000; // The timeout of a poll, as in `hx-request` of #live.
  const FAILURES_TOLD = 2; // Failed polls in a row that are shown; a failed move or message is shown at once.
  const ACTIVE_FOR = 5 * 60 * 1000; // Milliseconds of presence after an action.
  const KEYBOARD = 150; // Pixels of height that nothing but a keyboard takes.
  const SETTLES = 10000; // Milliseconds during which news may scroll the page.
  const byId = (id) => document.getElementById(id);
  const on = (name, listener, options) => document.addEventListener(name, listener, options);
  const isShown = (element) => element.getClientRects().length > 0; // Safari 15 has no `checkVisibility`.
  const wide = window.matchMedia("(min-width: 60rem)"); // As in site.css.
  const pageTitle = document.title;
  let failures = 0;
  let outdated = false; // The page's token has expired: it must reload to send.
  let unstored = false; // The site could not store the last request.

  // News: a stream says that there is some, and the page polls at once. Without a stream it polls as often as
  // `data-every` says, and otherwise rarely, for presence. Failures back off, and jitter keeps pages apart. A hidden
  // page has no stream. HTMX polls by its timer only if this code did not.
  let newsAt = 0; // The time of the last news.
  let isNew = false; // There is news that no poll has asked for.
  let nextPoll = 0;
  let alarm,
    stream,
    reopening,
    lost = 0;
  const pickPause = ({ every }) => {
    if (document.hidden) return RARELY;
    if (failures) return RETRY * Math.min(2 ** (failures - 1), 4);
    if (isNew) return SOON;
    return stream?.readyState === 1 ? RARELY : Number(every) * 1000;
  };
  const planPoll = (pause) => {
    clearTimeout(alarm);
    if (!byId("live")) return;
    const spread = (pause ?? pickPause(byId("live").dataset)) * (0.9 + Math.random() / 5);
    nextPoll = Date.now() + spread;
    alarm = setTimeout(poll, spread);
  };
  // The answer to a move has all that was new before it.
  const poll = () => (isBusy("#mine") ? planPoll(SOON) : document.body.dispatchEvent(new CustomEvent("wake")));
  const pollSoon = () => {
    isNew = true;
    planPoll();
  };
  const listen = () => {
    clearTimeout(reopening);
    stream?.close();
    const address = byId("live")?.dataset.listen;
    if (!address || document.hidden) return;
    stream = new EventSource(address);
    stream.onmessage = pollSoon;
    stream.onopen = () => {
      lost = 0;
      pollSoon(); // For what came before.
    };
    stream.onerror = () => {
      stream.close();
      // Each attempt that fails would otherwise put the poll off.
      if (nextPoll > Date.now() + Number(byId("live")?.dataset.every) * 1000) planPoll();
      reopening = setTimeout(listen, SPREAD * 2 ** Math.min(lost++, 3) * Math.random());
    };
  };
  const wake = () => {
    listen();
    if (!document.hidden && byId("live")) poll();
    else planPoll();
  };
  on("visibilitychange", wake);
  window.addEventListener("online", wake);
  // While a form leads to another page, news must not load this one again.
  let leavesUntil = 0;
  const isLeaving = () => Date.now() < leavesUntil;
  on("submit", ({ defaultPrevented }) => {
    if (!defaultPrevented) leavesUntil = Date.now() + PATIENCE;
  });
  // The service worker of the installed app counts the tables that wait, and shows the number on the icon.
  const countWaiting = () => navigator.serviceWorker?.controller?.postMessage("count");
  on("visibilitychange", () => {
    if (!document.hidden) countWaiting();
  });
  on("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.id !== "live") return;
    if (isLeaving()) planPoll(PATIENCE);
    if (isLeaving() || (!requestConfig.triggeringEvent && Date.now() < nextPoll)) event.preventDefault();
    else {
      isNew = false;
      planPoll(PATIENCE);
    }
  });
  const noteAnswer = ({ requestConfig, xhr }) => {
    if (xhr.status === 200 && (requestConfig.elt.id === "live" || requestConfig.verb === "post")) newsAt = Date.now();
    planPoll();
  };

  // The panel and its tabs request one after the other, and news waits for a request from #mine. A response for an
  // element that is gone is dropped; only that element still gets its events.
  const isBusy = (part) => Boolean(document.querySelector(`${part} .htmx-request`));
  let pressed; // Timer: the tab pressed last opens as soon as it may.
  on("htmx:beforeRequest", (event) => {
    const { elt } = event.detail,
      isTab = Boolean(elt.closest("#tabs"));
    if (isTab) clearTimeout(pressed);
    const mustWait = isBusy("#tabs") || (isTab && isBusy("#panel"));
    if (mustWait && (isTab || elt.closest("#panel"))) {
      event.preventDefault();
      if (isTab) pressed = setTimeout(() => byId(elt.id)?.click(), 100);
      return;
    }
    elt.addEventListener(
      "htmx:beforeOnLoad",
      (answer) => {
        const mustDrop = elt.id === "live" && (isBusy("#mine") || isLeaving());
        isNew ||= mustDrop;
        if (!elt.isConnected || mustDrop) answer.preventDefault();
      },
      { once: true },
    );
  });

  // Words of the game come after all else, as the server does not compress them: see insidejob/compression.py.
  on("htmx:beforeSwap", ({ detail }) => {
    const [parts, after] = detail.serverResponse.split("\ue001"),
      words = after?.trimEnd().split("\ue000");
    if (words) detail.serverResponse = parts.replaceAll("\ue000", () => words.shift());
  });

  // A tab that loads while news arrives may be older than the news: load it once more.
  let isStale = false;
  const isPanelBusy = () => isBusy("#tabs") || isBusy("#panel");
  document.addEventListener(
    "news",
    () => {
      isStale ||= isPanelBusy();
    },
    true,
  );
  on("htmx:afterSettle", () => {
    if (!isStale || isPanelBusy()) return;
    isStale = false;
    document.body.dispatchEvent(new CustomEvent("news"));
  });

  // Presence: a visible page sends how long ago its player acted; otherwise they also get emails. Scrolling by others'
  // moves and events of a resting pointer are not actions.
  let activeAt = Date.now();
  const noteActivity = (event) => {
    if (document.hidden) return;
    if (event.type === "scroll" && Date.now() - newsAt < SETTLES) return;
    if (event.type === "pointermove" && !event.movementX && !event.movementY) return;
    if (Date.now() - activeAt > ACTIVE_FOR) pollSoon();
    activeAt = Date.now();
  };
  for (const name of [
    "visibilitychange",
    "pointerdown",
    "pointermove",
    "keydown",
    "touchstart",
    "touchmove",
    "wheel",
    "scroll",
  ]) {
    document.addEventListener(name, noteActivity, { capture: true, passive: true });
  }
  on("htmx:configRequest", ({ detail }) => {
    const idle = Date.now() - activeAt;
    // Another page of mine may have struck out other numbers.
    if (detail.elt.id === "marks") detail.parameters.changed = detail.triggeringEvent.target.value;
    detail.headers["X-Announced"] = byId("live")?.dataset.announced ?? "";
    detail.headers["X-Together"] = byId("together")?.dataset.key ?? "";
    // What the page has already: it does not come again, and HTMX preserves it.
    detail.headers["X-Known"] = [...document.querySelectorAll("[data-key]")]
      .map(({ dataset }) => dataset.key)
      .join(" ");
    if (document.hidden) detail.headers["X-Hidden-Tab"] = "yes";
    else if (idle < ACTIVE_FOR) detail.headers["X-Active"] = String(Math.floor(idle / 1000));
  });

  // A move without an answer is kept, and sent again once a poll is answered: its decision lets the server take it only
  // once. After an error of the site, or when the choice was changed meanwhile, it waits for a press.
  let unsent = null; // The form's id, its address, the question, and the fields unless it waits for a press.
  const nameQuestion = (fields) => fields.get("decision") ?? fields.get("question");
  const isAskedStill = ({ id, question }) => {
    const form = byId(id);
    // The form of a premove may be folded, and then has no fields.
    return Boolean(form) && (!form.elements || nameQuestion(new FormData(form)) === question);
  };
  const noteMove = (status, { elt, path, formData }, lost) => {
    if (["choice-form", "premove-form"].includes(elt.id)) {
      const kept = { id: elt.id, path, question: nameQuestion(formData), fields: status === 500 ? null : formData };
      unsent = lost ? kept : null;
    } else if (unsent && !isAskedStill(unsent)) unsent = null;
  };
  const sendAgain = () => {
    if (!unsent?.fields) return;
    const { id, path, fields } = unsent;
    // A failure is noted like that of the first attempt.
    htmx.ajax("POST", path, { source: byId(id), swap: "none", values: fields }).catch(() => {});
  };
  on("input", ({ target }) => {
    if (!unsent || target.form?.id !== unsent.id) return;
    unsent.fields = null;
    byId("connection").textContent = wordConnection(byId("connection"));
  });

  // Connection: show failures until a request succeeds. News may reach a page that cannot send.
  const isUnstored = (xhr) => xhr.status === 503 && xhr.getResponseHeader("X-Not-Stored") !== null;
  const noteConnection = (xhr, config) => {
    const note = byId("connection"),
      sender = config.elt.id,
      { status } = xhr;
    if (!note) return;
    const lost = status === 0 || (status >= 500 && (sender === "live" || !isUnstored(xhr)));
    failures = lost ? failures + (sender === "live" ? 1 : FAILURES_TOLD) : 0;
    if (config.verb === "post" && !lost) {
      outdated = status === 403;
      unstored = isUnstored(xhr) && !byId("choice-error");
    }
    noteMove(status, config, lost);
    const words = wordConnection(note);
    if (note.textContent !== words) note.textContent = words;
    if (sender === "live" && !lost) sendAgain();
  };
  const wordConnection = ({ dataset }) => {
    if (unsent) return unsent.fields ? dataset.unsent : dataset.press;
    if (failures >= FAILURES_TOLD) return dataset.lost;
    return unstored ? dataset.unstored : outdated ? dataset.outdated : "";
  };
  // Show the form of a response that says it was not stored.
  on("htmx:beforeSwap", ({ detail }) => {
    if (isUnstored(detail.xhr)) detail.shouldSwap = true;
  });
  on("htmx:afterRequest", ({ detail }) => {
    const sender = detail.requestConfig.elt.id; // Not detail.elt: the form may be gone.
    noteConnection(detail.xhr, detail.requestConfig);
    noteAnswer(detail);
    for (const kind of ["talk", "note"]) {
      if (sender === `${kind}-form` && detail.successful && !byId(`${kind}-error`)) {
        // More may have been typed meanwhile.
        const box = byId(`${kind}-text`),
          sent = detail.requestConfig.formData.get("text");
        if (box.value.startsWith(sent)) box.value = box.value.slice(sent.length).trimStart();
        sessionStorage.setItem(draftOf(box), box.value);
      }
    }
    if (sender === "choice-form") countWaiting();
    if (sender === "choice-form" || sender === "tip") keepPlace();
    announce(sender === "choice-form");
  });

  // What screen readers announce of an answer: what happened since the last one, and whose turn it is; an answer to my
  // move also if nothing else happened.
  const ANNOUNCED = 5; // Lines that stay.
  let lastStatus;
  const readStatus = () => {
    const words = ["#status-line .status-what", "#result-heading", "#result-heading + *"].map((part) =>
      document.querySelector(part)?.textContent.replace(/\s+/g, " ").trim(),
    );
    return words.filter(Boolean).join(" ");
  };
  const announce = (isMine) => {
    const news = byId("announced"),
      log = byId("announcements"),
      status = readStatus();
    if (!log || (!news && !isMine)) return;
    const isNew = Boolean(news?.textContent.trim()) || status !== lastStatus;
    lastStatus = status;
    if (!isNew && !isMine) return;
    const line = document.createElement("p");
    line.append(...(news?.childNodes ?? []), status);
    news?.remove();
    log.append(line);
    while (log.children.length > ANNOUNCED) log.firstElementChild.remove();
  };

  // After a move the form is gone: move the focus to the next choice, the result or the status line, without scrolling.
  // Elsewhere HTMX keeps the focus by ids, so everything focusable has one.
  const keepPlace = () => {
    if (document.activeElement !== document.body) return;
    const next = byId("choice-error") || byId("choice-heading") || byId("result-heading") || byId("status-line");
    if (next) next.focus({ preventScroll: true });
  };

  // What people read is changed in place: what stays the same remains the same node, so that a screen reader goes on
  // reading where it was. A node stands for a new one of the same tag, id, `data-once` and first class.
  // #log and #talk ask for themselves with `hx-swap="in-place"`; spectators get #panel.
  const IN_PLACE = ["board", "head", "panel", "tabs", "talk"];
  const keyOf = (node) => [node.nodeName, node.id, node.dataset?.once, node.classList?.[0]].join();
  const changeAttributes = (old, fresh) => {
    for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.matches("input")) [old.value, old.checked] = [fresh.value, fresh.checked];
  };
  const change = (old, fresh) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
    } else if (!fresh.matches("[hx-preserve]")) {
      changeAttributes(old, fresh);
      changeChildren(old, fresh);
    }
  };
  const changeChildren = (parent, fresh) => {
    let next = parent.firstChild; // The first old child that is not used yet.
    const findOld = (child) => {
      if (child.nodeType === Node.TEXT_NODE) return next?.nodeType === Node.TEXT_NODE ? next : null;
      const rest = [];
      for (let node = next; node; node = node.nextSibling) rest.push(node);
      return rest.find((node) => node.isEqualNode(child)) ?? rest.find((node) => keyOf(node) === keyOf(child));
    };
    for (const child of [...fresh.childNodes]) {
      const old = findOld(child);
      if (old) {
        while (next !== old) {
          next = next.nextSibling;
          next.previousSibling.remove();
        }
        next = old.nextSibling;
        change(old, child);
      } else {
        parent.insertBefore(child, next);
      }
    }
    while (next) {
      const gone = next;
      next = next.nextSibling;
      gone.remove();
    }
  };
  const changeInPlace = (detail) => {
    const { target, fragment } = detail,
      preserved = new Map();
    for (const { id } of fragment.querySelectorAll("[hx-preserve]")) if (byId(id)) preserved.set(id, byId(id));
    detail.shouldSwap = false;
    change(target, fragment.firstElementChild);
    for (const [id, kept] of preserved) if (byId(id) !== kept) byId(id)?.replaceWith(kept);
    htmx.process(target);
  };
  htmx.defineExtension("in-place", {
    handleSwap: (style, target, fragment) => {
      if (style !== "in-place") return false;
      change(target, fragment.firstElementChild);
      htmx.process(target);
      return [];
    },
  });

  // Swaps keep the focus, open details and marks.
  on("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    // The response removes the form. HTMX looks for the same id first.
    if (target.contains(document.activeElement)) setTimeout(keepPlace);
    for (const old of target.querySelectorAll("details[id]")) {
      const fresh = fragment.querySelector(`#${CSS.escape(old.id)}`);
      if (fresh) fresh.open = old.open;
    }
    // A new mark may not have been stored when the news was rendered.
    for (const old of target.querySelectorAll("[name=mark][id]")) {
      const fresh = fragment.querySelector(`#${CSS.escape(old.id)}`);
      if (fresh) fresh.checked = old.checked;
    }
    if (target.id === "board") showEnd(target, fragment);
    if (IN_PLACE.includes(target.id)) changeInPlace(detail);
  });

  // An error goes away once its form is changed.
  on("change", ({ target }) => {
    if (target.form?.id === "choice-form") byId("choice-error")?.remove();
  });

  // A saved note leaves suspicions as they are chosen.
  on("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap || detail.target.id !== "notes" || detail.requestConfig.elt.id === "suspicion-form") return;
    const chosen = [...document.querySelectorAll("#suspicion-form select")].map(({ id, value }) => ({ id, value }));
    document.addEventListener(
      "htmx:afterSwap",
      () => {
        for (const { id, value } of chosen) if (value && byId(id)) byId(id).value = value;
      },
      { once: true },
    );
  });

  // With the board or the choice in view, the result opens scrolled to the top, and has the focus once the story is
  // told.
  const showEnd = (target, fragment) => {
    const isEnd = fragment.querySelector(".result") && !target.querySelector(".result");
    const isInSight = target.closest(".play").getBoundingClientRect().bottom > 0;
    if (!isEnd || byId("side")?.contains(document.activeElement)) return;
    on("told", () => byId("result-heading")?.focus({ preventScroll: true }), { once: true });
    if (isInSight) setTimeout(() => window.scrollTo(0, 0));
  };

  // F2 goes to the question and F4 to what happened last. Screen readers leave these keys to the page in every mode.
  const focusFirst = (...parts) =>
    parts
      .map((part) => document.querySelector(part))
      .find((element) => element && isShown(element))
      ?.focus();
  // A tip may stand in the place of a question.
  const goToQuestion = () =>
    focusFirst("#choice-error", "#choice-heading", "#tip-done", "#result-heading", "#status-line");
  const goToLatest = () => {
    if (byId("log") || !byId("tab-log")) focusFirst("#log h3", "#log-heading");
    else {
      byId("tab-log").click();
      on("htmx:afterSettle", () => focusFirst("#log h3", "#log-heading"), { once: true });
    }
  };
  on("keydown", (event) => {
    const go = { F2: goToQuestion, F4: goToLatest }[event.key];
    if (
      !go ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      document.querySelector("dialog[open]")
    )
      return;
    event.preventDefault();
    go();
  });

  // Keys: arrows choose in my hand, Enter plays, `?` lists all keys. Controls keep theirs.
  on("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    if (byId("keys")?.open) return;
    if (event.key === "?") byId("keys")?.showModal();
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const choices = [...document.querySelectorAll("#mine input[type=radio]")].filter(
      (radio) => isShown(radio) && radio.getAttribute("aria-disabled") !== "true",
    );
    const first = choices.find((radio) => radio.checked) || (event.key === "ArrowRight" ? choices[0] : choices.at(-1));
    if (!first) return;
    event.preventDefault();
    first.focus();
    if (!first.checked) first.click();
  });

  // Groups of radio buttons of which the style sheet shows one after the other. When a choice hides the group that has
  // the focus, the focus moves to the question of the next. Only what is shown is required, and what one group has
  // taken is faded in the others.
  const updateSteps = () => {
    const steps = [...document.querySelectorAll("#mine [data-step]")];
    const left = steps.find((step) => step.contains(document.activeElement));
    if (left && !isShown(left)) steps.find(isShown)?.querySelector("legend").focus({ preventScroll: true });
    const taken = new Map(steps.map((step) => [step.querySelector(":checked")?.value, step]));
    for (const step of steps) {
      for (const radio of step.querySelectorAll("input")) {
        radio.required = isShown(step);
        radio.setAttribute("aria-invalid", "false");
        radio.setAttribute("aria-disabled", String((taken.get(radio.value) ?? step) !== step));
      }
    }
  };
  for (const name of ["change", "focusin", "DOMContentLoaded", "htmx:oobAfterSwap"]) on(name, updateSteps);

  // A sound when it becomes my turn, if switched on.
  const chime = () => {
    const sound = new AudioContext();
    for (const [start, pitch] of [
      [0, 660],
      [0.16, 880],
    ]) {
      const [tone, loud] = [sound.createOscillator(), sound.createGain()];
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.12, sound.currentTime + start);
      loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + start + 0.3);
      tone.connect(loud).connect(sound.destination);
      tone.start(sound.currentTime + start);
      tone.stop(sound.currentTime + start + 0.3);
    }
  };
  const showSound = () => {
    const box = byId("sound");
    if (box) box.checked = localStorage.getItem("sound") === "on";
  };
  on("change", ({ target }) => {
    if (target.id !== "sound") return;
    localStorage.setItem("sound", target.checked ? "on" : "off");
    if (target.checked) chime();
  });
  let wasMyTurn = null;

  // The window's title shows my turn and unread messages.
  const showTurn = () => {
    const isMyTurn =
      Boolean(byId("status-line")?.dataset.turn) && document.documentElement.dataset.telling === undefined;
    const unread = Number(byId("talk-unread")?.dataset.count || 0);
    const signs = `${isMyTurn ? `${byId("status").dataset.turnTitle} · ` : ""}${unread ? `(${unread}) ` : ""}`;
    document.title = signs + pageTitle;
    if (isMyTurn && wasMyTurn === false && localStorage.getItem("sound") === "on") chime();
    wasMyTurn = isMyTurn;
  };
  on("telling", showTurn);
  on("told", showTurn);

  // On wide screens talk opens with a vote, unless another tab was requested or is in use.
  let wasVote = false;
  const openTalk = () => {
    const isVote = Boolean(byId("live")?.dataset.vote);
    const isFree = () => !location.search && !byId("side")?.contains(document.activeElement);
    if (isVote && !wasVote && isFree() && wide.matches) setTimeout(() => isFree() && byId("tab-talk")?.click());
    wasVote = isVote;
  };
  on("told", openTalk);

  // Send a plain form only once, until its page is shown again or loading it may have been stopped.
  on("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("hx-post") || form.method === "dialog") return;
    if (form.dataset.sent) event.preventDefault();
    else setTimeout(() => delete form.dataset.sent, PATIENCE);
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  // A press elsewhere or Escape closes a chip.
  const closeChips = (except) => {
    for (const chip of document.querySelectorAll("details.chip[open]")) if (chip !== except) chip.open = false;
  };
  on("click", ({ target }) => closeChips(target.closest("details.chip")));
  // Scroll the page so that all of the form is in sight.
  const showPremove = ({ target }) => {
    if (target.matches?.("details.premove[open], .premove-form, .premove-form > link"))
      byId("premove-form")?.scrollIntoView({ block: "nearest" });
  };
  // The style sheet of premoves comes with them.
  for (const name of ["toggle", "load"]) document.addEventListener(name, showPremove, true);
  on("htmx:afterSettle", showPremove);
  on("keydown", ({ key }) => {
    if (key === "Escape") closeChips(null);
  });

  // On a phone talk is a sheet over the lower half: show the trick above it, and keep it above the keyboard.
  const findSheet = () => (wide.matches ? null : document.querySelector("#panel > .talk"));
  const showAboveSheet = () => {
    window.scrollTo(0, 0);
    const scene = byId("board").querySelector(".scene, .ring")?.getBoundingClientRect();
    const [top, bottom] = [byId("status").getBoundingClientRect().bottom, findSheet()?.getBoundingClientRect().top];
    if (scene && bottom) window.scrollTo(0, Math.min(scene.bottom - bottom, scene.top - top));
  };
  on("htmx:afterSettle", ({ detail }) => {
    const opener = detail.requestConfig?.elt.id;
    if (opener === "talk-close") keepPlace();
    if (opener !== "tab-talk" || !findSheet()) return;
    const show = () => {
      showAboveSheet();
      byId("talk-heading")?.focus({ preventScroll: true });
    };
    const style = findSheet().querySelector("link");
    if (style.sheet) show();
    else style.addEventListener("load", show, { once: true });
  });
  // First of all that Escape closes, to see what is open.
  document.addEventListener(
    "keydown",
    ({ key }) => {
      if (key !== "Escape" || byId("talk-more")?.open) return;
      if (findSheet()?.contains(document.activeElement)) byId("talk-close").click();
    },
    true,
  );
  const screen = window.visualViewport;
  screen?.addEventListener("resize", () => {
    const keyboard = Math.max(0, window.innerHeight - screen.height * screen.scale);
    document.documentElement.style.setProperty("--keyboard", `${Math.round(keyboard)}px`);
    document.documentElement.toggleAttribute("data-keyboard", keyboard > KEYBOARD);
    if (findSheet()) showAboveSheet();
  });
  // The field grows with what is typed, also where its style alone does not make it.
  const grow = (box) => {
    if (!CSS.supports("field-sizing", "content")) box.rows = Math.min(4, box.value.split("\n").length);
  };
  on("input", ({ target }) => {
    if (target.id === "talk-text") grow(target);
  });

  // Drafts survive tabs and reloads: the lobby reloads when a player sits down.
  const DRAFTS = ["talk-text", "note-text"];
  const draftOf = ({ id, dataset }) => `draft ${id} ${dataset.reader} ${location.pathname}`;
  on("input", ({ target }) => {
    if (DRAFTS.includes(target.id)) sessionStorage.setItem(draftOf(target), target.value);
  });
  const restoreDraft = () => {
    for (const box of DRAFTS.map(byId)) if (box && !box.value) box.value = sessionStorage.getItem(draftOf(box)) || "";
  };

  // So do open confirmations, choices in them, and the place in a draft.
  const unfolded = `unfolded ${location.pathname}`;
  window.addEventListener("pagehide", () => {
    const open = [...document.querySelectorAll("details.sure[open]")].map(({ id }) => ({ id, open: true }));
    const chosen = [...document.querySelectorAll("details.sure[open] select")].map(({ id, value }) => ({ id, value }));
    const { id, selectionStart, selectionEnd } = document.activeElement ?? {};
    const caret = DRAFTS.includes(id) ? [{ id, selectionStart, selectionEnd }] : [];
    sessionStorage.setItem(unfolded, JSON.stringify([...open, ...chosen, ...caret]));
  });
  const unfold = () => {
    if (performance.getEntriesByType("navigation")[0]?.type !== "reload") return;
    for (const { id, ...kept } of JSON.parse(sessionStorage.getItem(unfolded) || "[]")) {
      if (byId(id)) Object.assign(byId(id), kept);
      if (DRAFTS.includes(id)) byId(id)?.focus({ preventScroll: true });
    }
  };

  // Copy an address: the button needs this file.
  on("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const source = byId(button.dataset.copy);
    source.select();
    // Over plain HTTP there is no clipboard.
    if (navigator.clipboard) await navigator.clipboard.writeText(source.value);
    else if (!document.execCommand("copy")) return;
    byId("copied").textContent = button.dataset.done;
  });
  on("DOMContentLoaded", () => {
    for (const element of document.querySelectorAll("[data-needs-js]")) element.hidden = false;
    planPoll();
    listen();
    restoreDraft();
    unfold();
    showSound();
    showTurn();
    lastStatus = readStatus();
    openTalk();
    if (findSheet()) showAboveSheet();
  });
  on("htmx:afterSettle", () => {
    for (const element of document.querySelectorAll("#panel [data-needs-js]")) element.hidden = false;
    restoreDraft();
    showSound();
  });
})();

// Buttons that say what they will do: `data-says="Play the {card}"` is filled with the choice's `data-name`, or else
// with its spoken name or text. A chosen `data-mode` uses `data-says-<mode>`; two fields of `data-differ` with one
// value are the mode `same`. In a mode of `data-blocked` the text is a reason, and nothing is sent. Until all is chosen
// the server's text stays. Choices with `translate="no"` go into a tag that browsers do not translate.
(() => {
  "use strict";
  const WORDS = new WeakMap(); // The server's text of each button.

  const chosenIn = (form) =>
    [...form.elements].flatMap((control) => {
      if (control.matches("select"))
        return control.value ? [{ field: control.name, chosen: control.selectedOptions[0] }] : [];
      return control.checked ? [{ field: control.name, chosen: control }] : [];
    });

  const findModes = (button, chosen) => {
    const modes = chosen.map(({ chosen: { dataset } }) => dataset.mode).filter(Boolean);
    const values = (button.dataset.differ || "")
      .split(" ")
      .map((field) => chosen.find((each) => each.field === field)?.chosen.value);
    if (values.length === 2 && values[0] !== undefined && values[0] === values[1]) modes.push("same");
    return modes;
  };

  const write = (chosen) => {
    const name = chosen.dataset.name || chosen.getAttribute("aria-label") || chosen.text.trim();
    if (chosen.translate) return name;
    const kept = document.createElement("bdi");
    kept.translate = false;
    kept.textContent = name;
    return kept;
  };

  const word = (button) => {
    const chosen = chosenIn(button.form);
    const mode = findModes(button, chosen).join("-");
    const sentence = button.getAttribute(mode ? `data-says-${mode}` : "data-says") ?? button.dataset.says;
    let isWhole = true;
    const parts = sentence.split(/\{(\w+)\}/).flatMap((part, at) => {
      if (at % 2 === 0) return [part];
      const found = chosen.filter((each) => each.field === part).map((each) => each.chosen);
      if (!found.length) isWhole = false;
      return found.flatMap((each, place) => (place ? [button.dataset.and ?? ", ", write(each)] : [write(each)]));
    });
    const said = parts.map((part) => part.textContent ?? part).join("");
    const isBlocked = isWhole && Boolean(mode) && (button.dataset.blocked || "").split(" ").includes(mode);
    if (!WORDS.has(button)) WORDS.set(button, [...button.childNodes]);
    if (!isWhole) button.replaceChildren(...WORDS.get(button));
    else if (button.textContent !== said) button.replaceChildren(...parts);
    if (isBlocked) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  };

  // A press on a face asks for my suspicion of that player, and stores the answer.
  const askSuspicion = (id) => {
    const select = document.getElementById(id);
    if (!select) return false;
    select.addEventListener("change", () => document.getElementById("suspicion-button").click(), { once: true });
    select.focus({ preventScroll: true });
    try {
      select.showPicker();
    } catch {
      select.scrollIntoView({ block: "center" });
    }
    return true;
  };
  let asksAbout = "";
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(".note-face"),
      tab = document.getElementById("tab-notes");
    if (!link || !tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    asksAbout = link.hash.slice(1);
    if (askSuspicion(asksAbout)) asksAbout = "";
    else tab.click();
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (asksAbout && askSuspicion(asksAbout)) asksAbout = "";
  });

  const wordAll = () => {
    for (const button of document.querySelectorAll("button[data-says]")) if (button.form) word(button);
  };
  document.addEventListener("change", wordAll);
  document.addEventListener("DOMContentLoaded", wordAll);
  document.addEventListener("htmx:oobAfterSwap", wordAll);
  window.addEventListener("pageshow", wordAll);

  // A button with a reason sends nothing, not even by Enter.
  const hold = (event) => {
    if (event.target.closest?.("button[data-says][aria-disabled=true]")) event.preventDefault();
  };
  document.addEventListener("click", hold, true);
})();
