"""What the sections of the rulebooks say, each in a few sentences of our own.

They hold for both editions; where these differ, the rulings and the data say how.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GISTS"]

GISTS: Mapping[str, str] = {
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
    "3.0": "The first two turns are clear. From turn 3 on a die is rolled, and a 6 is rain.",
    "3.1": (
        "In rain nobody flies and the night steps are left out. A land combat has -1 on its die, and "
        "strengths at sea are halved, fractions up."
    ),
    "4.0": (
        "Every factory hex that a German land unit has ever occupied counts, even if it is lost "
        "again. The German wins with as many as the edition asks for, the British if he never gets "
        "there."
    ),
    "4.3": "In step 15 the British may send Churchill away; then no dice can be rolled for him.",
    "5.1": (
        "The German sets up first. He chooses where mines lie and where submarines begin; everybody "
        "else begins in a box. More units come to the Convoy box on turns 3 and 4."
    ),
    "5.2": (
        "The British set up when they have seen the Germans: land units in any hexes within "
        "stacking, railway guns in a tunnel, ships in the two assembly areas. Everybody must be "
        "placed."
    ),
    "6.0": "Land, air and naval units do not get in each other's way; each sort has its own limits.",
    "6.2": (
        "In a hex each side may have one fighter and one bomber; at sea a number that falls for the "
        "British with every radar the Germans take. Transports, gliders, float planes and the air "
        "group of Furious do not count."
    ),
    "6.3": (
        "A hex holds so many units of each size, whatever stands there of other sizes. When movement "
        "is over, the owner takes away what is too many; it is lost, so look before you say done."
    ),
    "6.3.1": (
        "Land stacking counts when all movement of the step is over, not on the way. Units that "
        "debark count where they come ashore, even if they go on."
    ),
    "7.0": (
        "Ships sail from space to space, as far as they like, and stop where an enemy is, where they "
        "fight. Those that begin beside an enemy may leave. A fleet may drop ships on its way, and "
        "who enters an assembly area stays there for the game turn."
    ),
    "7.1": "Submarines sail on past enemies, unless one is there that can hurt them.",
    "7.2": (
        "In its box a submarine may take one mine along and lay it in any sea space; that ends its "
        "move, and the mine stays there for the rest of the game."
    ),
    "7.3": (
        "By day a battery may be placed in a sea space whose letter it bears, and fights there like "
        "a ship. It can be recalled later, and is then done for the game turn."
    ),
    "7.4": (
        "In the land step Germans aboard ships in a sea space go ashore in its coastal hexes. Who "
        "lands in a hex that is not German yet moves no further and may have to fight for it."
    ),
    "7.5": (
        "Beaches are of three kinds, and each lets other units land. A landing is a whole move; it "
        "is fought for even if nobody stands there."
    ),
    "7.6": (
        "Where a beach or port has been German since before this step and no enemy is there, units "
        "go ashore without a fight and march on with what is left of their movement."
    ),
    "7.8": "A transport that is back in the Convoy box stops there and may load again.",
    "7.9": (
        "One transport carries one unit, loaded in the Convoy box. What is lost with a transport is "
        "lost with it; airborne units may be made to travel by ship for good."
    ),
    "8.0": (
        "When all ships have moved, there is a battle wherever both sides are in one sea space. Who "
        "moves is the attacker and names a target for each of his ships."
    ),
    "8.1": (
        "Targets are taken from the weakest up, one ship to each; only when every enemy has one "
        "attacker may any have a second. Non-combatants come last."
    ),
    "8.2": (
        "Only units of strength 0 or 1 can hurt a submarine. One that is reduced dives and is out of "
        "the battle; submarines may keep out of it if no enemy of that strength is there."
    ),
    "8.4": (
        "Both roll a die and add their strength, but not at night. The higher total reduces the "
        "other, twice as much sinks it, and a 1 always misses. Defenders at whom nobody fired may "
        "then attack in their turn."
    ),
    "8.5": "Ships that fought stay where they are and give no support to land combat in that step.",
    "9.1": (
        "The letters on a battery say into which sea spaces it may go, and its colour behind which "
        "line on the map it can support a land combat."
    ),
    "9.2": "Batteries act by day only: at night they neither fire nor are fired at.",
    "10.1": (
        "Aircraft are put from their base straight into any hex or sea space; there is no range. "
        "The other side reacts in the same way before anything is fought."
    ),
    "10.2": (
        "The limits of 6.2 hold in each player turn. Every radar hex that the Germans have entered, "
        "even once, takes one from what the British may have in each sea space."
    ),
    "10.3": (
        "An aircraft flies where it has something to do: air combat, strikes at ships, support on "
        "land, supply, parachutists, and what else its type can. It can do so in both player turns."
    ),
    "10.4": (
        "Fighters choose whom they attack, which makes sets; each set rolls, and the beaten side "
        "loses a step. What survives carries out its mission."
    ),
    "10.7": (
        "After all air combat bombers strike at ships in their sea space, each at one target. They "
        "hit with their strength or less, and may be shot at in return."
    ),
    "10.8": "Against a submarine or a mine only one bomber may strike.",
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
        "attack is to march into the enemy's hex; the fighting comes when all have moved."
    ),
    "11.1": (
        "Land units, the smallest aside, control the six hexes around them. Who "
        "enters a hex that an enemy controls may go one hex further and no more, if he can pay "
        "for it."
    ),
    "11.2": (
        "The terrain chart has a price for leg, vehicle and mountain units, and one for hexsides on "
        "top; of several kinds in a hex the dearest counts."
    ),
    "11.4": (
        "Units that start in one hex may march as a stack along one way, and some may be left behind "
        "in hexes of it; those are done then."
    ),
    "11.5": (
        "Parachutists go with a transport and airlanding regiments with a glider to any hex that the "
        "edition allows; they come down in the land step."
    ),
    "11.6": (
        "Gliders come down where they were sent and are lost. For each parachute unit the German "
        "says whether it lands exactly there, which costs its transport, or drifts."
    ),
    "11.7": "A parachute unit that is let drift comes down where dice say, near the hex it was sent to.",
    "12.0": (
        "Where both sides are in one hex after movement there is combat. Each adds up its units, "
        "attackers with attack and defenders with defence strength, and its support: aircraft over "
        "the hex, ships in range that have not fought, German batteries within their line, the "
        "British railway gun. The higher total has fire superiority, the defender if they are equal. "
        "Until the die is rolled the attacker may call the attack off, unless it is a landing, and "
        "goes back."
    ),
    "12.1": (
        "Terrain, fortifications, weather, supply and unlike quality change the die, and all of it "
        "adds up. Support does not: it counts in the totals only."
    ),
    "12.2": "Once in the game the German may help the die of one attack, before it is rolled.",
    "12.3": (
        "Totals give the column, the die the line: units are reduced or lost, retreat, or hold. The "
        "owner chooses who takes a loss, and who must retreat goes towards his supply, not into "
        "enemies or what they control. If both sides are left, the attacker goes back; if the hex is "
        "won, attackers may advance."
    ),
    "13.0": (
        "A line of supply is a way over land of any length through hexes that are one's own. It may "
        "enter a hex that the enemy controls only where a friendly unit stands. It is looked at in "
        "every combat, and for all units at the end of the game turn."
    ),
    "13.2": (
        "Germans are supplied over a beach they hold, as long as an empty transport lies in "
        "its sea space. An air transport at an airbase supplies one airborne unit."
    ),
    "13.3": (
        "Without supply units move and fight as before, but the die of their combat suffers, "
        "and in step 15 each of them loses a step."
    ),
    "14.6": (
        "The German has fake parachutists beside the real ones. Nobody but he knows which are which, "
        "until it matters in the game; then they are shown."
    ),
}
