"""What all editions say in a section, in a few sentences of our own."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["SHARED"]

SHARED: Mapping[str, str] = {
    "1.3": (
        "A counter shows its strengths, its movement with the colour of its class, its quality and its "
        "size; sealion data show NAME prints them with where each value comes from."
    ),
    "1.5": (
        "A unit has one step or two. The first loss of two turns it to its reduced side for good, the "
        "last removes it."
    ),
    "1.6": "Everything on the map is open to both players, but for which parachutists are fake (14.6).",
    "2.0": (
        "A game turn is fifteen steps: eight of the German player turn, then seven of the British. "
        "A step is over when its player says done; what was not ordered by then is not done."
    ),
    "2.1": (
        "Reinforcements arrive and the weather is found; then ships, aircraft, the British air "
        "reaction, air combat and strikes, land movement and combat, ships again by night, and the "
        "end of the player turn. Rain leaves out the steps in the air and at night."
    ),
    "2.2": (
        "The British go through the same order: ships, aircraft, the German reaction, combat in the "
        "air, land movement and combat, ships by night. In the last step supply is checked for both "
        "sides and aircraft go home."
    ),
    "3.0": "The weather of a game turn is found at its beginning.",
    "3.1": (
        "In rain nobody flies and the night steps are left out. A land combat has -1 on its die, and "
        "strengths at sea are halved, fractions up."
    ),
    "4.0": (
        "Every factory hex that a German land unit has ever occupied counts, even if it is lost "
        "again; Parliament and Churchill can add to the tally. The German wins the moment he has "
        "enough, the British if he has not when the last turn is over."
    ),
    "4.1": "The first time that a German land unit occupies Parliament, a die is added to the tally.",
    "4.2": "If Churchill is lost, two dice are added to the tally. A single step loss removes him.",
    "4.3": "In step 15 the British may send Churchill away; then no dice can be rolled for him.",
    "5.0": "The German sets up first and the British when they have seen it; both place everybody.",
    "5.1": (
        "Four mines are laid in sea spaces of the German's choice, one in each, and submarines begin "
        "where he likes at sea or in the box; everybody else begins in a box, the nine units of the "
        "first echelon aboard transports. More units come to the Convoy box on turns 3 and 4."
    ),
    "5.2": (
        "Land units are put in any hexes within stacking, railway guns in a tunnel, ships in the two "
        "assembly areas, a mine in every sea space, Churchill in Parliament. Everybody must be placed."
    ),
    "6.0": (
        "Land, air and naval units do not get in each other's way; each sort has its own limits, and "
        "Churchill counts towards none."
    ),
    "6.1": "Any number of ships may be in a sea space or a box. Nobody enters a box of the enemy.",
    "6.2": (
        "In a hex each side may have one fighter and one bomber; at sea there is a number, which falls "
        "for the British with every radar the Germans take. Transports, gliders, float planes and the "
        "air group of Furious do not count. What finds no room cannot be flown there."
    ),
    "6.2.1": "In a hex each side may have one fighter and one bomber, in each player turn anew.",
    "6.2.2": "The British limit at sea falls by one with every radar hex that a German has ever occupied.",
    "6.2.3": (
        "The limits are looked at as aircraft are placed: an order that would leave too many in a "
        "place is refused, so that nobody is lost by it."
    ),
    "6.3": (
        "A hex holds one division, two brigades, four regiments and any number of battalions of a "
        "side, each size by itself, reduced or not. When movement is over, the owner takes away what "
        "is too many; it is lost, so look before you say done."
    ),
    "6.3.1": "Land stacking counts when all movement of the step is over, not on the way.",
    "6.4": "Churchill may be with any number of others.",
    "7.0": (
        "Ships sail from space to space, as far as they like, and stop where an enemy is, where they "
        "fight. Those that begin beside an enemy may leave. A fleet may drop ships on its way, and "
        "who enters an assembly area stays there for the game turn."
    ),
    "7.1": "Submarines sail on past enemies, unless one is there that can hurt them (8.2).",
    "7.2": (
        "In its box a submarine may take one mine along and lay it in any sea space; that ends its "
        "move, and the mine stays there for the rest of the game."
    ),
    "7.3": (
        "By day a battery may be placed in a sea space whose letter it bears, and fights there like a "
        "ship, though never with mines and submarines. It stays until it is recalled by day, and is "
        "then done for the game turn."
    ),
    "7.4": (
        "In the land step Germans aboard ships in a sea space go ashore in its coastal hexes. A "
        "transport that has landed its unit stays where it is for the rest of the game turn; if it is "
        "sunk before, its unit is lost."
    ),
    "7.5": (
        "A landing is a whole move, and it is fought for even if nobody stands there. On most suitable "
        "beaches all but armour and motorised units may land, on less suitable ones (-1) no artillery "
        "either, on unsuitable ones (-2) infantry, mountain troops and Marines; amphibious tanks land "
        "on the two better kinds. A landing cannot be called off, and a retreat from it is a loss."
    ),
    "7.6": (
        "Where the coast is German already and no enemy is there, units go ashore without a fight, pay "
        "for the hex and march on with what is left of their movement. Beaches keep the restrictions "
        "of 7.5; in a port everybody may debark, within stacking."
    ),
    "7.7": (
        "A transport at sea that is neither loaded nor reduced brings supply to the coastal hexes of "
        "its sea space (13.2). One in the box does not."
    ),
    "7.8": (
        "A transport that is back in the Convoy box stops there for the game turn; it may load at once."
    ),
    "7.9": (
        "One transport, reduced or not, carries one unit of any kind, loaded in the Convoy box. "
        "Airborne units can be sent to the Convoy box to travel by ship, and make no drop any more."
    ),
    "8.0": (
        "When all ships have moved, there is a battle wherever both sides are in one sea space. Who "
        "moves is the attacker and names a target for each of his ships."
    ),
    "8.1": (
        "Targets are taken from the weakest up, one ship to each; only when every enemy has one "
        "attacker may any have a second. Non-combatants come after all who can fight."
    ),
    "8.2": (
        "Only units of printed strength 0 or 1 that are no batteries can hurt a submarine. One that is "
        "reduced dives and is out of the battle; submarines may keep out of it if no such enemy is "
        "there."
    ),
    "8.3": (
        "Who has no printed strength, swimming tanks and Marines among them, is screened: it becomes a "
        "target when every enemy that can fight has an attacker, and never does any harm itself."
    ),
    "8.4": (
        "Both roll a die and add their strength, but not at night. The higher total reduces the other, "
        "twice as much sinks it, equal totals hit both, and a 1 always misses. A target of several "
        "rolls once, and hits them all only if it beats all. Defenders at whom nobody fired may then "
        "attack in their turn, and choose their targets freely."
    ),
    "8.5": "Ships that fought stay where they are until their next naval step.",
    "8.6": (
        "A mine lies still and fights only who attacks it, or in a counterattack. No strength is added "
        "against it, and only minesweepers can remove it. Batteries cannot fire at it; aboard a "
        "submarine it takes no part and is lost with it."
    ),
    "8.7": (
        "A minesweeper that rolls as high as a mine or higher removes it, and no mine can hurt a "
        "minesweeper. Several may go for one mine."
    ),
    "9.0": (
        "Batteries fight like ships in the sea spaces of their letters (7.3); German ones can support "
        "land combats instead."
    ),
    "9.1": (
        "The letters on a battery say into which sea spaces it may go, and its colour behind which "
        "line on the map it can support a land combat."
    ),
    "9.2": "Batteries act by day only: at night they neither fire nor are fired at.",
    "9.3": "At sea a battery counts as a ship of its strength; on land its strength is support.",
    "9.4": "The dummy is a target like any battery, of strength X, and never hits anything.",
    "10.0": (
        "A quality of 1 or more makes a fighter, 0 a bomber. Transports and gliders have no ratings; "
        "the two float planes neither strike nor support."
    ),
    "10.1": (
        "Aircraft are put from their base straight into any hex or sea space; there is no range. The "
        "other side reacts in the same way before anything is fought. The air group of Furious flies "
        "from the carrier, unless that is reduced or sunk."
    ),
    "10.2": (
        "The limits of 6.2 hold wherever aircraft are put. Every radar hex that the Germans have "
        "occupied, even once, takes one from what the British may have in each sea space."
    ),
    "10.3": (
        "An aircraft flies where it has something to do: air combat, strikes at ships, support on "
        "land, stopping units that march, supply, spotting for ships, parachutists. It can do so in "
        "both player turns."
    ),
    "10.4": (
        "Where a fighter meets enemy aircraft there is air combat; transports and gliders stay out. "
        "The British assign their fighters first, each to another enemy as long as there are any, "
        "then the German those that nobody has for a target. Each set rolls a die for every aircraft "
        "and adds its quality: the beaten side loses a step, or the unit if the other has twice as "
        "much. What survives carries out its mission."
    ),
    "10.5": (
        "If a side has several aircraft in a set, their dice and qualities are added up, and one of "
        "them takes the loss: the enemy picks it if a single aircraft of his has beaten them."
    ),
    "10.6": (
        "The British assign their fighters first, until Germans have occupied six of the twelve radar "
        "hexes, each even once; from then on the German does, for the rest of the game."
    ),
    "10.7": (
        "After all air combat bombers strike at ships in their sea space, each at one target named "
        "before any die. They hit with their strength or less, and may be shot at in return."
    ),
    "10.8": "Against a submarine or a mine only one bomber may strike.",
    "10.9": (
        "A bomber that misses is hit itself if its roll is not above the strength of the ship. "
        "Submarines, mines and non-combatants do not shoot."
    ),
    "10.10": (
        "Aircraft that survive over the hex of an attack add their support to it, halved in cities "
        "and heavy woods, unless they are told to stay out."
    ),
    "10.11": (
        "Aircraft over a hex that is attacked add their support to its defence in the same way, "
        "unless they are told to stay out."
    ),
    "10.12": "At the end of a player turn all aircraft go home, but for those that fly supply.",
    "11.0": (
        "Units march from hex to hex and pay for ground and hexsides, each once in the step. To "
        "attack is to march into the enemy's hex; the fighting comes when all have moved. Railway "
        "guns go along roads only, as far as they like."
    ),
    "11.1": (
        "Land units, battalions and companies aside, control the six hexes around them. Who enters a "
        "hex that an enemy controls may go one hex further and no more, if he can pay for it."
    ),
    "11.2": (
        "The terrain chart has a price for leg, vehicle and mountain units, and one for hexsides on "
        "top, rivers by road included; of several kinds in a hex the dearest counts. A city costs "
        "Germans more."
    ),
    "11.3": (
        "Marines and amphibious tanks sail from the Convoy box without a transport and cross rivers at "
        "no cost; otherwise they march like infantry and like vehicles."
    ),
    "11.4": (
        "Units that start in one hex may march as a stack along one way, and some may be left behind "
        "in hexes of it; those are done then."
    ),
    "11.5": (
        "In the German air step parachutists go with a transport and airlanding regiments with a "
        "glider, each unit once in the game; nobody can intercept them, and they come down in the land "
        "step."
    ),
    "11.6": (
        "Gliders come down where they were sent and are lost. For each parachute unit the German "
        "says whether it lands exactly there, which costs its transport, or drifts."
    ),
    "11.7": (
        "A parachute unit that is let drift comes down in a neighbouring hex, as a die says. At sea, "
        "off the map, among enemies or where there is no room for it, it is lost."
    ),
    "11.8": (
        "A die for every unit that comes down: 4 or more and it is well, 1 to 3 and it is reduced, "
        "less and it is lost. The ground counts as in combat, and an enemy zone of control -1. It "
        "does not move in that step."
    ),
    "12.0": (
        "Where both sides are in one hex after movement there is combat. Each adds up its units, "
        "attackers with attack and defenders with defence strength, and its support: aircraft over "
        "the hex, ships in range, German batteries within their line, the British railway gun. The "
        "higher total has fire superiority, the defender if they are equal. Until the die is rolled "
        "the attacker may call the attack off, unless it is a landing."
    ),
    "12.1": (
        "Ground, hexsides that were crossed, beaches, bunkers, weather, supply, the quality of both "
        "sides and Churchill in London change the die, and all of it adds up. Support does not: it "
        "counts in the totals only."
    ),
    "12.2": (
        "Once in the game the German may give +4 to the die of one attack of his, before it is rolled."
    ),
    "12.3": (
        "Totals give the column, the die the line: units are reduced or lost, retreat, or hold. The "
        "owner chooses who takes a loss. Attackers retreat to where they came from, defenders to a hex "
        "nearer to their supply, and not into enemies or what they control; who cannot is lost. If "
        "both sides are left, the attacker goes back; the best results let attackers go one hex "
        "further."
    ),
    "13.0": (
        "A line of supply is a way over land of any length through hexes that are one's own. It may "
        "enter a hex that the enemy controls only where a friendly unit stands. It is looked at in "
        "every combat, and for all units at the end of the game turn."
    ),
    "13.1": (
        "British supply comes from every city and every hex of the map's edge that no German land "
        "unit has ever occupied."
    ),
    "13.2": (
        "Germans are supplied over a coastal hex that is theirs, as long as a transport that is neither "
        "loaded nor reduced lies in its sea space. An air transport at an airbase that is theirs "
        "supplies one airborne unit with a line to it, but not in rain. Who was carried by ship or "
        "aircraft in this turn is in supply."
    ),
    "13.3": (
        "Without supply units move and fight as before, but it costs their side 2 on the die of a "
        "combat, and in step 15 each of them loses a step."
    ),
    "14.0": (
        "Each optional rule is an option of the charter, and they go together in any combination; "
        "sealion rules --options lists them."
    ),
    "14.1": "German batteries that show a strength of 4 to 6 act at night too, as they do by day.",
    "14.2": (
        "From the moment a German land unit enters Uxbridge the German assigns fighters first (10.6), "
        "for the rest of the game."
    ),
    "14.3": (
        "Many British units are not set up: they come with their commands on turns 4 to 7, at the "
        "beginning of step 13, through hexes of their command, and can move and fight at once. Six "
        "more units may come with them; then the German needs two factories more."
    ),
    "14.4": (
        "Three Free French divisions are set up with the others, or a die for each says on which turn "
        "it comes over the northern edge of the map (1: it is set up). The German needs one factory "
        "less."
    ),
    "14.5": (
        "Two British brigades more, one set up in London and one in Dover; they move and fight as "
        "others do."
    ),
    "14.5.1": (
        "AA units in the hex of a combat fire at every enemy aircraft that supports it, the defender's "
        "first, in the order their player gives. Both roll, and the aircraft adds its support less the "
        "defence of the AA unit: higher and it supports, lower and it does not, equal and it loses a "
        "step but supports."
    ),
    "14.6": (
        "Each parachute regiment has two counters with one front, and a seal of the German says which "
        "is real. Fakes may be dropped on turns 1 to 4, within six hexes of a real unit, and move like "
        "one, but take and hold nothing; they are shown when it matters and are gone after turn 5."
    ),
    "14.7": (
        "Six of the German mines have strength 1, which counts in their die. The German lays as many "
        "as he likes at set-up, and submarines lay the others later (7.2)."
    ),
    "14.8": "Bluecher, Luetzow and Karlsruhe join the German fleet at set-up.",
    "14.9": (
        "British units begin within a hex of where they stood in 1940, or come over the map's edge from "
        "turn 1 on, one a turn through each hex; who enters by road may go on by rail through hexes "
        "that were never German. Units that the chart does not name are not in the game."
    ),
}
