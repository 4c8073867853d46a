// Steps through a campaign. Step 0 is the start; step s is what the s-th answered turn (or other entry)
// came to, and its events are numbered from 1. The address ends in #s, or in #s.e for an event of it.
(() => {
  const SVG = "http://www.w3.org/2000/svg", WHO = 6;
  const data = JSON.parse(document.getElementById("data").textContent);
  const steps = [{ n: 0, k: "charter", g: 0, c: "", by: "", d: "", w: [], e: [], t: Object.values(data.tally) }, ...data.steps];
  const last = steps.length - 1;
  const el = (id) => document.getElementById(id);
  let step = 0, event = 0, timer = 0;
  // On a small screen the whole map is too small to see anything: what happens is followed.
  let follows = matchMedia("(max-width: 820px)").matches;

  const make = (parent, tag, attributes, text) => {
    const made = parent.namespaceURI === SVG ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  };
  const words = (name) => name.replaceAll("_", " ");
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // Where every piece is before each step: [place, what is left, where it was last seen, who carries it];
  // place -1 for off the map, carrier -1 for nobody.
  const before = [];
  const held = [];
  {
    const hexes = data.tints.map(() => new Set());
    const now = data.pieces.map(() => [-1, 0, -1, -1]);
    for (const [piece, place, left, aboard = -1] of data.start) now[piece] = [place, left, place, aboard];
    steps.forEach((one) => {
      before.push(now.map((at) => at.slice()));
      for (const happened of one.e) for (const [piece, place, left, aboard = -1] of happened.c || []) now[piece] = [place, left, place, aboard];
      (one.h || []).forEach((places, tint) => places.forEach((place) => hexes[tint].add(place)));
      (one.x || []).forEach((places, tint) => places.forEach((place) => hexes[tint].delete(place)));
      held.push(hexes.map((places) => [...places]));
    });
  }
  const position = (s, e) => {
    const now = before[s].map((at) => at.slice());
    // Who leaves the map is remembered where it was last.
    for (const happened of steps[s].e.slice(0, e)) for (const [piece, place, left, aboard = -1] of happened.c || []) now[piece] = [place, left, place < 0 ? now[piece][0] : place, aboard];
    return now;
  };

  const lostIn = (s, e) => {
    const now = before[s].map(([, left]) => left), found = data.seats.map(() => 0);
    for (const happened of steps[s].e.slice(0, e)) for (const [piece, , left] of happened.c || []) {
      // Some pieces go without being lost.
      if (!happened.b) found[data.pieces[piece][1]] += Math.max(0, now[piece] - left);
      now[piece] = left;
    }
    return found;
  };
  const lost = steps.map((one, s) => lostIn(s, one.e.length));

  const tints = data.tints.map((ink) => make(el("held"), "path", { fill: ink, stroke: ink }));

  // Pieces: a group each, moved by the style sheet's transition.
  const layer = el("pieces");
  const shapes = data.pieces.map(([name, side, full, arm, above, id, values], number) => {
    const group = make(layer, "g", { class: "piece gone" });
    make(group, "use", { href: `#f${number}-${full}` });
    const title = make(group, "title", {}, name);
    group.addEventListener("click", () => { if (!map.wasDragged()) showHere(group.dataset.place); });
    return { group, title, name: name === id ? name : `${name} (${id})`, side, full, arm, above, values, key: 0 };
  });
  const put = (number, x, y, scale, left) => {
    const shape = shapes[number];
    Object.assign(shape, { x, y, scale });
    shape.group.style.transform = `translate(${x}px,${y}px) scale(${scale})`;
    const key = Math.max(1, left);
    if (shape.key !== key) {
      shape.group.firstChild.setAttribute("href", `#f${number}-${key}`);
      shape.title.textContent = `${shape.name}, ${data.seats[shape.side]}: ${strengthOf(number, left)}`;
      shape.key = key;
    }
  };
  // What is printed on a piece of which so much is left, and how much that is.
  const strengthOf = (number, left) => {
    const { values, full } = shapes[number];
    return [values[full - left], full > 1 ? `${left} of ${full} ${data.losses[1]}` : ""].filter(Boolean).join(", ");
  };
  // Where the piles of a hex lie, in counters from its middle, for one to four of them.
  const PILES = [[[0, 0]], [[-.42, .06], [.42, -.06]], [[-.42, .18], [.42, .18], [0, -.44]], [[-.42, .22], [.42, .22], [-.42, -.44], [.42, -.44]]];
  const arrange = (members, spot, marks) => {
    const [x, y, width, height, stacked] = spot, size = data.counter, count = members.length;
    if (stacked) {
      const piles = new Map();
      for (const member of members) {
        const { side, above } = shapes[member[0]], key = above * data.seats.length + side;
        piles.set(key, [...(piles.get(key) || []), member]);
      }
      const apart = PILES[Math.min(piles.size, 4) - 1];
      [...piles.keys()].sort((a, b) => a - b).forEach((key, i) => {
        const [dx, dy] = apart[i % apart.length], pile = piles.get(key), deep = pile.length, gap = Math.min(size * .11, size * .5 / deep);
        pile.forEach(([number, left], j) => put(number, x + dx * size + gap * (j - (deep - 1) / 2), y + dy * size - gap * (j - (deep - 1) / 2), 1, left));
        if (deep > 2) {
          const cx = x + dx * size + size * .42, cy = y + dy * size - size * .42 - gap * (deep - 1) / 2;
          make(marks, "circle", { class: "size", cx, cy, r: size * .2 });
          make(marks, "text", { class: "size-text", x: cx, y: cy + size * .1, "font-size": size * .28 }, deep);
        }
      });
      return;
    }
    members.sort(([a], [b]) => shapes[a].side - shapes[b].side || shapes[a].arm - shapes[b].arm || a - b);
    let columns = 1, cell = 0;
    for (let tried = 1; tried <= count; tried++) {
      const fits = Math.min(width / tried, height / Math.ceil(count / tried), size * 1.12);
      if (fits > cell + .01) { cell = fits; columns = tried; }
    }
    const rows = Math.ceil(count / columns), scale = cell * .92 / size;
    members.forEach(([number, left], i) => {
      const row = Math.floor(i / columns), inRow = Math.min(columns, count - row * columns);
      put(number, x + (i % columns - (inRow - 1) / 2) * cell, y + (row - (rows - 1) / 2) * cell, scale, left);
    });
  };

  const hexagon = (place) => {
    const [x, y, width, height, stacked] = data.spots[place], h = data.hex / 2, r = data.hex / Math.sqrt(3);
    if (!stacked) return `M${x - width / 2} ${y - height / 2}h${width}v${height}h${-width}z`;
    return `M${x - r} ${y}l${r / 2} ${-h}h${r}l${r / 2} ${h}l${-r / 2} ${h}h${-r}z`;
  };
  const drawMap = () => {
    const now = position(step, event), was = before[step], one = steps[step];
    const trails = el("trails"), marks = el("marks");
    trails.replaceChildren(); marks.replaceChildren();
    const places = new Map();
    now.forEach(([place, left], number) => {
      const isThere = place >= 0 && left > 0;
      // Who was not on the map is simply there: nobody flies in from its corner.
      const shown = shapes[number].group.classList;
      shown.toggle("moving", isThere && !shown.contains("gone"));
      shown.toggle("gone", !isThere);
      shapes[number].group.dataset.place = place;
      if (isThere) places.set(place, [...(places.get(place) || []), [number, left]]);
    });
    for (const [place, members] of places) arrange(members, data.spots[place], marks);
    // Where counters stand, the legend gives way.
    el("cover").classList.toggle("shown", data.cover !== null && places.has(data.cover));
    const ground = event === one.e.length ? held[step] : held[step - 1] || [];
    tints.forEach((tint, number) => tint.setAttribute("d", (ground[number] || []).map(hexagon).join("")));
    const touched = [], ways = new Set(), sunk = new Map();
    now.forEach(([place, left, lastSeen], number) => {
      const [from, had] = was[number], side = shapes[number].side;
      if (step && from >= 0 && from !== data.cover && place >= 0 && from !== place && !ways.has(`${from} ${place} ${side}`)) {
        ways.add(`${from} ${place} ${side}`);
        const [ax, ay] = data.spots[from], [bx, by] = data.spots[place];
        const bend = .12, mx = (ax + bx) / 2 - (by - ay) * bend, my = (ay + by) / 2 + (bx - ax) * bend;
        make(trails, "path", { class: "trail side" + side, d: `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}`, "marker-end": "url(#tip)" });
        touched.push(place);
      }
      if (step && left < had && from >= 0) {
        const { x, y, scale } = shapes[number], r = data.counter * .55 * scale;
        if (left && place >= 0) make(marks, "path", { class: "burst", d: `M${x - r} ${y + r}L${x + r} ${y - r}` });
        else if (!left && lastSeen >= 0) sunk.set(lastSeen, (sunk.get(lastSeen) || 0) + 1);
        touched.push(lastSeen >= 0 ? lastSeen : from);
      }
    });
    for (const [place, count] of sunk) {
      const [x, y, , height, stacked] = data.spots[place], r = data.counter * .5, cy = stacked ? y : y - height / 2 + r;
      make(marks, "path", { class: "burst", d: `M${x - r} ${cy - r}L${x + r} ${cy + r}M${x - r} ${cy + r}L${x + r} ${cy - r}` });
      if (count > 1) make(marks, "text", { class: "lost-text", x: x + r * 1.3, y: cy + r * .6, "font-size": r * 1.6 }, "× " + count);
    }
    const current = event ? one.e[event - 1] : null;
    if (current && current.p !== undefined) {
      const [x, y, width, height, stacked] = data.spots[current.p];
      if (stacked) make(marks, "circle", { class: "ring", cx: x, cy: y, r: data.counter * .95 });
      else make(marks, "rect", { class: "ring", x: x - width / 2 - 4, y: y - height / 2 - 4, width: width + 8, height: height + 8, rx: 8 });
      touched.push(current.p);
    }
    if (follows) map.lookAt(touched.length ? touched : one.e.map((e) => e.p).filter((p) => p !== undefined));
    if (!el("here").hidden) showHere(el("here").dataset.place);
  };

  const showHere = (place) => {
    const here = el("here"), number = Number(place);
    here.replaceChildren(); here.dataset.place = place;
    const now = position(step, event), members = [];
    now.forEach(([at, left], i) => { if (at === number && left > 0) members.push(i); });
    here.hidden = number < 0 || !members.length;
    if (here.hidden) return;
    const close = make(here, "button", { type: "button", id: "close", "aria-label": "Close" });
    icon(close, "cross");
    close.addEventListener("click", () => { here.hidden = true; });
    const title = data.titles[number];
    make(here, "h3", {}, title && title !== data.places[number] ? `${title} · ${data.places[number]}` : data.places[number]);
    // Who is carried stands below his carrier.
    const listed = (parent, carrier) => {
      const there = members.filter((i) => (members.includes(now[i][3]) ? now[i][3] : -1) === carrier);
      if (!there.length) return;
      const list = make(parent, "ul");
      for (const i of there) {
        const item = make(list, "li", { class: "swatch" + shapes[i].side });
        make(item, "b", {}, data.pieces[i][0]);
        make(item, "span", {}, ` ${strengthOf(i, now[i][1])}`);
        if (data.pieces[i][5] !== data.pieces[i][0]) make(item, "small", {}, ` ${data.pieces[i][5]}`);
        listed(item, i);
      }
    };
    listed(here, -1);
  };

  const icon = (parent, name) => {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "icon"); svg.setAttribute("aria-hidden", "true");
    make(svg, "use", { href: "#icon-" + name });
    parent.append(svg);
  };

  const drawn = document.querySelectorAll('symbol[id^="die"]').length;
  const die = (parent, face, sides) => {
    if (sides !== drawn) { make(parent, "b", {}, " " + face); return; }
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "die"); svg.setAttribute("role", "img"); svg.setAttribute("aria-label", "rolled " + face);
    make(svg, "use", { href: "#die" + face });
    parent.append(svg);
  };
  const headingOf = (s) => {
    const one = steps[s];
    if (!s) return "The start";
    const who = capital(one.by || "all");
    return one.d ? `${who}: ${words(one.d)}` : `${who}: ${words(one.k)}`;
  };
  const tellStep = () => {
    const one = steps[step], list = el("events");
    el("heading").textContent = headingOf(step);
    el("asked").textContent = step ? `Entry ${one.n} of the log: ${words(one.k)}` : "Before the first turn";
    el("message").hidden = !one.m;
    el("message").textContent = one.m || "";
    list.replaceChildren(); el("words").replaceChildren();
    one.e.forEach((happened, i) => {
      const button = make(make(list, "li"), "button", { type: "button" });
      const hurts = (happened.c || []).some(([, , left], j) => left < had(i, j));
      const text = make(button, "span", { class: happened.d ? "roll" : hurts ? "hurt" : happened.q ? "quiet" : "" }, happened.i ? "" : happened.t);
      for (const [words, id] of happened.i || []) { text.append(words); if (id) make(text, "small", { class: "id" }, ` (${id})`); }
      if (happened.d) {
        text.title = happened.l;
        const dice = make(button, "span", { class: "dice" });
        for (const face of happened.d) die(dice, face, happened.s);
      }
      button.addEventListener("click", () => { pause(); go(step, i + 1); });
    });
    for (const word of one.w) make(el("words"), "li", {}, word);
    el("next").textContent = one.r ? capital(one.r) + "." : one.q ? "Then: " + one.q : "";
    el("next").classList.toggle("result", Boolean(one.r));
  };
  // Only the story scrolls; on a small screen the line stands in its middle.
  const bringIntoView = (item) => {
    const story = el("story"), line = item.getBoundingClientRect(), room = story.getBoundingClientRect();
    if (innerWidth > 820 && line.top >= room.top && line.bottom <= room.bottom) return;
    story.scrollTop += (line.top + line.bottom) / 2 - (room.top + room.bottom) / 2;
  };
  // Whom the current event concerns, with id and strength, and who carries him.
  const tellWho = (button) => {
    const now = position(step, event), changed = (steps[step].e[event - 1].c || []).map(([piece]) => piece);
    const said = changed.slice(0, WHO).map((i) => {
      const [, left, , aboard] = now[i];
      return shapes[i].name + (left ? `: ${strengthOf(i, left)}` : ": gone") + (aboard >= 0 && left ? `, aboard ${data.pieces[aboard][0]}` : "");
    });
    if (changed.length > WHO) said.push(`and ${changed.length - WHO} more`);
    if (said.length) make(button, "small", { class: "who" }, said.join("; "));
  };
  const had = (e, j) => position(step, e)[steps[step].e[e].c[j][0]][1];

  const turnOf = (s) => steps[s].g;
  const tell = () => {
    const one = steps[step];
    [...el("events").children].forEach((item, i) => {
      item.classList.toggle("later", i >= event);
      item.classList.toggle("current", i === event - 1 && event < one.e.length);
      if (i === event - 1) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
    });
    for (const old of document.querySelectorAll("#events .who")) old.remove();
    const current = el("events").children[event - 1];
    if (current && event < one.e.length) tellWho(current.firstChild);
    if (current && event < one.e.length) bringIntoView(current);
    const turn = turnOf(step) ? "Game turn " + turnOf(step) : "Set-up";
    el("when").textContent = one.c || turn;
    const tally = el("tally"); tally.replaceChildren();
    const entry = (name, value, swatch) => { const item = make(tally, "li", { class: swatch || "" }, name + " "); make(item, "b", {}, value); };
    let counted = step;
    while (counted && !steps[counted].t) counted--;
    Object.keys(data.tally).forEach((name, i) => entry(name, steps[counted].t[i]));
    data.seats.forEach((seat, side) => entry(`${seat} ${data.losses[1]} lost`, lost.slice(0, step).reduce((sum, by) => sum + by[side], lostIn(step, event)[side]), "swatch" + side));
    el("count").textContent = `step ${step} of ${last}` + (one.e.length ? `, event ${event} of ${one.e.length}` : "");
    el("slider").value = step;
    el("slider").setAttribute("aria-valuetext", `step ${step} of ${last}, ${turn}`);
    el("turn").value = turnOf(step);
    const x = step + .5;
    cursor.setAttribute("x1", x); cursor.setAttribute("x2", x);
    const sentence = event && one.e.length ? one.e[event - 1].t : one.w[0] || "";
    el("now").textContent = `Step ${step} of ${last}. ${turn}. ${headingOf(step)}. ${sentence}`;
    document.body.dataset.step = step; document.body.dataset.event = event;
  };

  const go = (s, e) => {
    s = Math.max(0, Math.min(last, s));
    const isOther = s !== step || !el("heading").textContent;
    step = s;
    event = Math.max(0, Math.min(steps[s].e.length, e === undefined ? Infinity : e));
    if (isOther) { tellStep(); el("story").scrollTop = 0; }
    tell(); drawMap();
    const address = event === steps[s].e.length ? `#${s}` : `#${s}.${event}`;
    if (location.hash !== address) history.replaceState(null, "", address);
  };
  const goOn = () => (event < steps[step].e.length ? go(step, event + 1) : step < last ? go(step + 1, Math.min(1, steps[step + 1].e.length)) : pause());
  const goBack = () => (event > 1 ? go(step, event - 1) : step && go(step - 1));
  const goTurn = (by) => {
    const turns = [...new Set(steps.map((one) => one.g))], at = turns.indexOf(turnOf(step)) + by;
    if (at >= 0 && at < turns.length) go(steps.findIndex((one) => one.g === turns[at]));
    else go(by < 0 ? 0 : last);
  };
  const read = () => {
    const found = /^#(\d{1,6})(?:\.(\d{1,6}))?$/.exec(location.hash);
    if (found) go(Number(found[1]), found[2] === undefined ? undefined : Number(found[2])); else go(0);
  };

  const setPlay = (name) => {
    el("play").replaceChildren(); icon(el("play"), name);
    make(el("play"), "span", {}, capital(name)); el("play").setAttribute("aria-label", capital(name));
  };
  const pause = () => { clearTimeout(timer); timer = 0; setPlay("play"); };
  const tick = () => {
    goOn();
    if (step === last && event === steps[last].e.length) { pause(); return; }
    const happened = steps[step].e[event - 1], pace = Number(el("speed").value);
    // What changes nothing on the map is only worth a glance.
    timer = setTimeout(tick, happened && !happened.c && !happened.d ? (happened.q ? 0 : pace / 2) : pace);
  };
  const toggle = () => {
    if (timer) { pause(); return; }
    if (step === last) go(0);
    setPlay("pause");
    timer = setTimeout(tick, 50);
  };

  const map = mapView(el("map"), data, (place) => showHere(place));
  const setFollow = () => { follows = !follows; showFollow(); if (follows) drawMap(); else map.look(data.view.slice()); };
  const showFollow = () => el("follow").setAttribute("aria-pressed", follows);

  // The timeline: game turns as bands, what each side lost as bars up and down, two sides to a pair.
  const timeline = el("timeline");
  timeline.setAttribute("viewBox", `0 0 ${steps.length} 46`);
  let from = 0;
  steps.forEach((one, s) => {
    if (s === last || steps[s + 1].g !== one.g) {
      if (one.g % 2) make(timeline, "rect", { class: "odd", x: from, y: 0, width: s + 1 - from, height: 46 });
      from = s + 1;
    }
  });
  const most = Math.max(4, ...lost.flat()), pairs = Math.ceil(data.seats.length / 2);
  lost.forEach((by, s) => by.forEach((count, side) => {
    const height = 21 * count / most;
    const x = s + .12 + .76 * Math.floor(side / 2) / pairs, y = side % 2 ? 23 : 23 - height;
    if (count) make(timeline, "rect", { class: "loss" + side, x, width: .76 / pairs, y, height });
  }));
  make(timeline, "line", { class: "axis", x1: 0, x2: steps.length, y1: 23, y2: 23 });
  const cursor = make(timeline, "line", { class: "cursor", y1: 0, y2: 46 });
  timeline.addEventListener("click", (e) => { pause(); go(Math.floor((e.offsetX / timeline.clientWidth) * steps.length)); });

  for (const turn of new Set(steps.map((one) => one.g))) make(el("turn"), "option", { value: turn }, turn ? turn : "set-up");
  el("slider").max = last;
  el("slider").addEventListener("input", (e) => { pause(); go(Number(e.target.value)); });
  el("turn").addEventListener("change", (e) => { pause(); go(steps.findIndex((one) => one.g === Number(e.target.value))); });
  const buttons = {
    first: () => go(0), back: () => go(step - 1), on: () => go(step + 1), last: () => go(last), play: toggle,
    closer: () => map.zoom(1 / 1.4), wider: () => map.zoom(1.4), whole: () => map.look(data.view.slice()), follow: setFollow,
  };
  for (const [id, act] of Object.entries(buttons)) el(id).addEventListener("click", () => { if (["first", "back", "on", "last"].includes(id)) pause(); act(); });
  const keys = {
    ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), ArrowDown: goOn, ArrowUp: goBack, Home: () => go(0), End: () => go(last),
    PageDown: () => goTurn(1), PageUp: () => goTurn(-1), "+": buttons.closer, "-": buttons.wider, 0: buttons.whole, f: setFollow, " ": toggle, Escape: () => { el("here").hidden = true; },
  };
  document.addEventListener("keydown", (e) => {
    const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    const own = e.target.closest("input, select") || (e.key === " " && e.target.closest("button, summary"));
    if (!act || e.ctrlKey || e.metaKey || e.altKey || own) return;
    e.preventDefault();
    if (act !== toggle && !["+", "-", "0", "f"].includes(e.key.toLowerCase())) pause();
    act();
  });
  showFollow(); setPlay("play");
  addEventListener("hashchange", read);
  read();
})();
