"""Throws of a battle as rich text: who throws, on which row, every modifier with its paragraph, what may come of it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from editor.look import style
from editor.panels.links import rule_link
from editor.plain import Html
from engine.play.answers import BattleThrow, DieModifier, Likelihood, ThrowAccount
from engine.umpire.wording import Words

MOST_NAMES: Final = 6
"""More units than this are not named one by one."""
SHARES: Final = {False: "#c0504d", None: "#a9b0b6", True: "#4f9d5d"}
SHARES_ON_DARK: Final = {False: "#d9706c", None: "#6d757c", True: "#64b472"}
"""The colours of results: bad for the attacker, of no effect or bad for both, good for him."""


def percent(chance: float) -> Html:
    """``33 %``."""
    return f"{chance * 100:.0f} %"


def signed(amount: float) -> Html:
    """``+1``, ``−2``."""
    return f"{amount:+g}".replace("-", "\u2212")


def modifier_text(modifiers: Iterable[DieModifier]) -> Html:
    """``+2 veteran troops sns2:8.6``, each with its paragraph."""
    return ", ".join(f"{signed(one.amount)} {escape(one.cause)} {rule_link(one.rule)}" for one in modifiers)


def share_bar(shares: Iterable[Likelihood]) -> Html:
    """The results as one bar, each as wide as it is likely."""
    colours = SHARES_ON_DARK if style.is_dark() else SHARES
    cells = "".join(
        f"<td width='{max(1, round(share.chance * 100))}%' bgcolor='{colours[share.good]}'>&nbsp;</td>"
        for share in shares
        if share.chance > 0
    )
    return f"<table width='100%' cellspacing='1' cellpadding='0' style='font-size: 4px'><tr>{cells}</tr></table>"


def share_text(shares: Iterable[Likelihood]) -> Html:
    """``50 % no effect · 50 % 1 unit is demoralized``."""
    return " \u00b7 ".join(f"{percent(share.chance)} {escape(share.meaning)}" for share in shares if share.chance > 0)


def account_text(words: Words, account: ThrowAccount) -> Html:
    """Who throws, with what, and what is added; in one line."""
    parts = [f"<b>{escape(words.side(account.side))}</b>"]
    if account.who:
        parts.append(escape(account.who))
    if account.units:
        many = len(account.units) > MOST_NAMES
        parts.append(f"({len(account.units)} units)" if many else f"({escape(words.units(account.units))})")
    if account.row:
        parts.append(
            f"{account.strength:g} on {escape(account.row)}" if account.strength else f"in {escape(account.row)}"
        )
    told = " ".join(parts)
    adds = modifier_text(account.modifiers)
    return told + (f"; {adds}" if adds else "")


def stage_text(account: ThrowAccount) -> Html:
    """The step of the battle that a throw belongs to, with its paragraph."""
    return f"<h4>{escape(account.stage.capitalize())} {rule_link(account.rule)}</h4>"


def expected_throw(words: Words, account: ThrowAccount) -> Html:
    """A throw before its die: its line, and what may come of it."""
    return f"<p>{account_text(words, account)}</p>{share_bar(account.shares)}{_small(share_text(account.shares))}"


def thrown(words: Words, throw: BattleThrow) -> Html:
    """A throw as it fell: its line, the die, the result with its share before the die, and who fell."""
    account = throw.account
    dice = " and ".join(f"{die:d}" for die in throw.dice)
    total = f", {throw.total:g} in all" if account.modifiers else ""
    chance = f" ({percent(throw.chance)})" if throw.chance else ""
    text = f"{account_text(words, account)}<br>Die {dice}{total}: <b>{escape(throw.result)}</b>{chance}"
    if throw.fell:
        fell = ", ".join(f"{escape(words.unit(key))} is {escape(what)}" for key, what in throw.fell)
        text += f"<br>\u2192 {fell}"
    if not account.shares:
        return f"<p>{text}</p>"
    return f"<p>{text}</p>{share_bar(account.shares)}{_small(share_text(account.shares))}"


def _small(text: Html) -> Html:
    return f"<div style='font-size: small'>{text}</div>"
