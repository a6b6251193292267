// The scripts of a table's page. Everything also works without them.
(() => {
  "use strict";
  const [LIVELY, CALM, QUIET, HIDDEN] = [1000, 4000, 10000, 60000]; // Milliseconds between polls.
  const [LIVELY_FOR, CALM_FOR] = [2 * 60 * 1000, 10 * 60 * 1000]; // Milliseconds since the last news.
  const PATIENCE = 10000; // The timeout of a poll, as in `hx-request` of #live.
  const FAILURES_TOLD = 2; // Failed polls in a row that are shown; a failed move or message is shown at once.
  const STEP = 400; // Milliseconds between two plays.
  const ACTIVE_FOR = 5 * 60 * 1000; // Milliseconds of presence after an action.
  const SETTLES = 10000; // Milliseconds during which news may scroll the page.
  const HOLD = 1500; // Milliseconds that a finished trick, duel or round stays visible.
  const byId = (id) => document.getElementById(id);
  const on = (name, listener) => document.addEventListener(name, listener);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const wide = window.matchMedia("(min-width: 60rem)"); // As in site.css.
  const pageTitle = document.title;
  let failures = 0;
  let outdated = false; // The page's token has expired: it must reload to send.
  let unstored = false; // The site could not store the last request.

  // Polling: every second during play, then less often; rarely while hidden, at once when shown again. Failures back off,
  // and jitter keeps pages apart. HTMX polls by its timer only if this code did not.
  let newsAt = 0; // The time of the last news.
  let isSpared = false; // The server asks for fewer polls.
  let [askedAt, nextPoll] = [0, 0];
  let alarm;
  const isTogether = () => Boolean(byId("together")?.dataset.key);
  const pickPause = ({ every, lively }) => {
    const base = Number(every) * 1000;
    const calmFor = Date.now() - newsAt;
    if (document.hidden) return Math.max(HIDDEN, base);
    if (failures) return CALM * Math.min(2 ** (failures - 1), 4);
    if (isTogether() && !isSpared) return LIVELY;
    if (!lively) return base;
    if (calmFor < LIVELY_FOR && !isSpared) return Math.max(LIVELY / 2, LIVELY - (Date.now() - askedAt));
    return calmFor < CALM_FOR ? base : QUIET;
  };
  const planPoll = (pause) => {
    clearTimeout(alarm);
    if (!byId("live")) return;
    const spread = (pause ?? pickPause(byId("live").dataset)) * (0.9 + Math.random() / 5);
    nextPoll = Date.now() + spread;
    alarm = setTimeout(poll, spread);
  };
  const poll = () => document.body.dispatchEvent(new CustomEvent("wake"));
  const wake = () => {
    if (!document.hidden && byId("live")) poll();
    else planPoll();
  };
  on("visibilitychange", wake);
  window.addEventListener("online", wake);
  on("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.id !== "live") return;
    if (!requestConfig.triggeringEvent && Date.now() < nextPoll) event.preventDefault();
    else {
      askedAt = Date.now();
      planPoll(PATIENCE);
    }
  });
  const noteAnswer = ({ requestConfig, xhr }) => {
    const isPoll = requestConfig.elt.id === "live";
    if (isPoll) isSpared = xhr.getResponseHeader("X-Slow-Down") !== null;
    if (xhr.status === 200 && (isPoll || requestConfig.verb === "post")) newsAt = Date.now();
    planPoll();
  };

  // The panel and its tabs request one after the other, and news waits for a request from #mine. A response for an element
  // that is gone is dropped; only that element still gets its events.
  const isBusy = (part) => Boolean(document.querySelector(`${part} .htmx-request`));
  let pressed; // Timer: the tab pressed last opens as soon as it may.
  on("htmx:beforeRequest", (event) => {
    const { elt } = event.detail, isTab = Boolean(elt.closest("#tabs"));
    if (isTab) clearTimeout(pressed);
    const mustWait = isBusy("#tabs") || (isTab && isBusy("#panel"));
    if (mustWait && (isTab || elt.closest("#panel"))) {
      event.preventDefault();
      if (isTab) pressed = setTimeout(() => byId(elt.id)?.click(), STEP / 4);
      return;
    }
    elt.addEventListener("htmx:beforeOnLoad", (answer) => {
      if (!elt.isConnected || (elt.id === "live" && isBusy("#mine"))) answer.preventDefault();
    }, { once: true });
  });

  // A tab that loads while news arrives may be older than the news: load it once more.
  let isStale = false;
  const isPanelBusy = () => isBusy("#tabs") || isBusy("#panel");
  document.addEventListener("news", () => { isStale ||= isPanelBusy(); }, true);
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
    activeAt = Date.now();
  };
  for (const name of ["visibilitychange", "pointerdown", "pointermove", "keydown", "touchstart", "touchmove", "wheel", "scroll"]) {
    document.addEventListener(name, noteActivity, { capture: true, passive: true });
  }
  on("htmx:configRequest", ({ detail }) => {
    const idle = Date.now() - activeAt;
    // Another page of mine may have struck out other numbers.
    if (detail.elt.id === "marks") detail.parameters.changed = detail.triggeringEvent.target.value;
    detail.headers["X-Together"] = byId("together")?.dataset.key ?? "";
    if (document.hidden) detail.headers["X-Hidden-Tab"] = "yes";
    else if (idle < ACTIVE_FOR) detail.headers["X-Active"] = String(Math.floor(idle / 1000));
  });

  // Connection: show failures until a request succeeds. News may reach a page that cannot send.
  const isUnstored = (xhr) => xhr.status === 503 && xhr.getResponseHeader("X-Not-Stored") !== null;
  const noteConnection = (xhr, { elt, verb }) => {
    const note = byId("connection"), sender = elt.id, { status } = xhr;
    if (!note) return;
    const lost = status === 0 || (status >= 500 && (sender === "live" || !isUnstored(xhr)));
    failures = lost ? failures + (sender === "live" ? 1 : FAILURES_TOLD) : 0;
    if (verb === "post" && !lost) {
      outdated = status === 403;
      unstored = isUnstored(xhr) && !byId("choice-error");
    }
    const told = unstored ? note.dataset.unstored : outdated ? note.dataset.outdated : "";
    const words = failures >= FAILURES_TOLD ? note.dataset.lost : told;
    if (note.textContent !== words) note.textContent = words;
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
        const box = byId(`${kind}-text`), sent = detail.requestConfig.formData.get("text");
        if (box.value.startsWith(sent)) box.value = box.value.slice(sent.length).trimStart();
        sessionStorage.setItem(draftOf(box), box.value);
      }
    }
    if (sender === "choice-form" || sender === "tip") keepPlace();
  });

  // After a move the form is gone: move the focus to the next choice or the status line, without scrolling. Elsewhere HTMX
  // keeps the focus by ids, so everything focusable has one.
  const keepPlace = () => {
    if (document.activeElement !== document.body) return;
    const next = byId("choice-error") || byId("choice-heading") || byId("status-line");
    if (next) next.focus({ preventScroll: true });
  };

  // Swaps: announce nothing twice, and keep open details and marks.
  on("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    if (target.id === "status-line") detail.shouldSwap = !target.isEqualNode(fragment.firstElementChild);
    // The response removes the form. HTMX looks for the same id first.
    const focused = target.contains(document.activeElement) ? document.activeElement.id : "";
    if (focused) setTimeout(() => (byId(focused) && target.id === "tabs" ? byId(focused).focus() : keepPlace()));
    for (const old of target.querySelectorAll("details[id]")) {
      const fresh = fragment.querySelector(`#${CSS.escape(old.id)}`);
      if (fresh) fresh.open = old.open;
    }
    // A new mark may not have been stored when the news was rendered.
    for (const old of target.querySelectorAll("[name=mark][id]")) {
      const fresh = fragment.querySelector(`#${CSS.escape(old.id)}`);
      if (fresh) fresh.checked = old.checked;
    }
    if (target.id === "board") stage(target, fragment);
  });

  // A saved note leaves suspicions as they are chosen.
  on("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap || detail.target.id !== "notes" || detail.requestConfig.elt.id === "suspicion-form") return;
    const chosen = [...document.querySelectorAll("#suspicion-form select")].map(({ id, value }) => ({ id, value }));
    document.addEventListener("htmx:afterSwap", () => {
      for (const { id, value } of chosen) if (value && byId(id)) byId(id).value = value;
    }, { once: true });
  });

  // Plays appear one by one, though the response holds them all. A scene has its plays as `data-play`; the next scene
  // brings the end of the last one in a template. Only the board waits.
  let finish = () => {};
  const findScene = (root) => root.querySelector(".scene");
  const namePlays = (root) => new Set([...root.querySelectorAll("[data-play]")].map((play) => play.dataset.play));
  const stage = (target, fragment) => {
    finish();
    const result = fragment.querySelector(".result");
    const isEnd = Boolean(result) && !target.querySelector(".result");
    // With the board or the choice in view, the result opens scrolled to the top.
    const isInSight = target.closest(".play").getBoundingClientRect().bottom > 0;
    if (isEnd && isInSight && !byId("side")?.contains(document.activeElement)) {
      setTimeout(() => window.scrollTo(0, 0));
    }
    if (isEnd && !still.matches) {
      // Votes and roles open one by one, until a press.
      result.classList.add("opening");
      finish = () => {
        byId("board").querySelector(".result")?.classList.remove("opening");
        finish = () => {};
      };
      return;
    }
    const before = findScene(target);
    const after = findScene(fragment);
    if (!after || still.matches || document.hidden) return;
    // Before the first play there is no scene, so all plays are new.
    const seen = before ? namePlays(before) : new Set();
    const key = before?.dataset.scene;
    const ending = key === after.dataset.scene ? null : fragment.querySelector("template[data-end-of]");
    const isEndOfMine = ending && (!before || ending.dataset.endOf === key);
    const from = byId("choice-form")?.querySelector(":checked")?.closest("label")?.getBoundingClientRect();
    setTimeout(() => play(isEndOfMine ? ending.content.firstElementChild : null, seen, from));
  };
  const play = (ended, seen, from) => {
    const shown = findScene(byId("board"));
    if (!shown) return;
    const waits = [];
    let at = 0;
    const later = (wait, act) => {
      at += wait;
      waits.push(setTimeout(act, at));
    };
    // Show a scene without its new plays, then those one by one.
    const dealOut = (scene) => {
      const fresh = [...scene.querySelectorAll("[data-play]")].filter((card) => !seen.has(card.dataset.play));
      for (const card of fresh) card.classList.add("to-come");
      for (const card of fresh) {
        later(card === fresh[0] ? 0 : STEP, () => {
          card.classList.remove("to-come");
          land(card, card.hasAttribute("data-own") ? from : null);
        });
      }
      return fresh.length;
    };
    let past = null;
    if (ended) {
      past = document.importNode(ended, true);
      past.classList.add("ending");
      shown.hidden = true;
      shown.before(past);
      dealOut(past);
      later(STEP, () => past.classList.add("ended"));
      later(HOLD, () => {
        past.remove();
        shown.hidden = false;
      });
    }
    dealOut(shown);
    finish = () => {
      for (const wait of waits) clearTimeout(wait);
      past?.remove();
      shown.hidden = false;
      for (const card of shown.querySelectorAll(".to-come")) card.classList.remove("to-come");
      finish = () => {};
    };
    later(0, () => { finish = () => {}; });
  };
  // My card comes from its place in the hand, another's from just above.
  const land = (card, from) => {
    const place = card.getBoundingClientRect();
    const start = from ? `translate(${from.left - place.left}px, ${from.top - place.top}px)` : "translateY(-1.2rem)";
    card.animate([{ transform: start, opacity: from ? 1 : 0 }, { transform: "none", opacity: 1 }],
      { duration: from ? 320 : 180, easing: "cubic-bezier(.2, .8, .3, 1)" });
  };
  for (const name of ["pointerdown", "keydown"]) {
    on(name, ({ key }) => {
      if (!["Shift", "Control", "Alt", "Meta", "Tab"].includes(key)) finish();
    });
  }

  // Keys: arrows choose in my hand, Enter plays, `?` lists all keys. Controls keep theirs.
  on("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    if (byId("keys")?.open) return;
    if (event.key === "?") byId("keys")?.showModal();
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const choices = [...document.querySelectorAll("#mine input[type=radio]")]
      .filter((radio) => radio.checkVisibility() && radio.getAttribute("aria-disabled") !== "true");
    const first = choices.find((radio) => radio.checked) || (event.key === "ArrowRight" ? choices[0] : choices.at(-1));
    if (!first) return;
    event.preventDefault();
    first.focus();
    if (!first.checked) first.click();
  });

  // A sound when it becomes my turn, if switched on.
  const chime = () => {
    const sound = new AudioContext();
    for (const [start, pitch] of [[0, 660], [.16, 880]]) {
      const [tone, loud] = [sound.createOscillator(), sound.createGain()];
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(.12, sound.currentTime + start);
      loud.gain.exponentialRampToValueAtTime(.001, sound.currentTime + start + .3);
      tone.connect(loud).connect(sound.destination);
      tone.start(sound.currentTime + start);
      tone.stop(sound.currentTime + start + .3);
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
    const line = byId("status-line");
    const unread = Number(byId("talk-unread")?.dataset.count || 0);
    const marks = `${line?.dataset.turn ? "● " : ""}${unread ? `(${unread}) ` : ""}`;
    document.title = marks + pageTitle;
    const isMyTurn = Boolean(line?.dataset.turn);
    if (isMyTurn && wasMyTurn === false && localStorage.getItem("sound") === "on") chime();
    wasMyTurn = isMyTurn;
  };
  on("htmx:oobAfterSwap", showTurn);

  // On wide screens talk opens with a vote, unless another tab was requested or is in use.
  let wasVote = false;
  const openTalk = () => {
    const isVote = Boolean(byId("live")?.dataset.vote);
    const isFree = () => !location.search && !byId("side")?.contains(document.activeElement);
    const isNews = document.readyState === "complete"; // The trick ends first.
    const open = () => isFree() && byId("tab-talk")?.click();
    if (isVote && !wasVote && isFree() && wide.matches) setTimeout(open, isNews ? HOLD + STEP : 0);
    wasVote = isVote;
  };
  on("htmx:oobAfterSwap", openTalk);

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
    if (target.matches?.("details.premove[open], .premove-form")) byId("premove-form")?.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("toggle", showPremove, true);
  on("htmx:afterSettle", showPremove);
  on("keydown", ({ key }) => {
    if (key === "Escape") closeChips(null);
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

  // Show the role once, on the first visit from this browser; any press closes it.
  const reveal = () => {
    const role = document.querySelector("#dossier details[data-new]");
    const key = `revealed ${location.pathname}`;
    if (!role || localStorage.getItem("revealed") || localStorage.getItem(key)) return;
    localStorage.setItem(key, "yes");
    role.open = true;
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
    const lively = byId("live")?.dataset.lively;
    newsAt = lively === "yes" ? Date.now() : Date.now() - LIVELY_FOR;
    planPoll();
    restoreDraft();
    unfold();
    showSound();
    showTurn();
    openTalk();
    reveal();
  });
  on("htmx:afterSettle", () => {
    for (const element of document.querySelectorAll("#panel [data-needs-js]")) element.hidden = false;
    restoreDraft();
    showSound();
  });
})();

// Buttons that say what they will do: `data-says="Play the {card}"` is filled with the choice's `data-name` or text. A
// chosen `data-mode` uses `data-says-<mode>`; two fields of `data-differ` with one value are the mode `same`. In a mode of
// `data-blocked` the text is a reason, and nothing is sent. Until all is chosen the server's text stays. Choices with
// `translate="no"` go into a tag that browsers do not translate.
(() => {
  "use strict";
  const WORDS = new WeakMap(); // The server's text of each button.

  const chosenIn = (form) =>
    [...form.elements].flatMap((control) => {
      if (control.matches("select")) return control.value ? [{ field: control.name, chosen: control.selectedOptions[0] }] : [];
      return control.checked ? [{ field: control.name, chosen: control }] : [];
    });

  const findModes = (button, chosen) => {
    const modes = chosen.map(({ chosen: { dataset } }) => dataset.mode).filter(Boolean);
    const values = (button.dataset.differ || "").split(" ").map((field) => chosen.find((each) => each.field === field)?.chosen.value);
    if (values.length === 2 && values[0] !== undefined && values[0] === values[1]) modes.push("same");
    return modes;
  };

  const write = (chosen) => {
    const name = chosen.dataset.name || chosen.text.trim();
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
