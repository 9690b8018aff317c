"""Names of medicines and illnesses that many languages share, folded: from lists of the most prescribed medicines."""

from __future__ import annotations

from typing import Final

from languages.language import Regex

MEDICINES: Final[Regex] = (
    r"\w{3,}(?:cillin|silin|statin|pril|olol|mycin|misin|profen|prazol|zepam|oxetin|triptan|parin|gliptin|tidin|"
    r"dipin|sartan|setron|mabe?)e?\b|warfarin|coumadin|marcumar|eliquis|xarelto|plavix|clopidogrel|heparin|digoxin|"
    r"metformin|"
    r"insulin|ozempic|levothyrox|thyroxin|euthyrox|sertralin|citalopram|venlafaxin|mirtazapin|quetiapin|lamotrigin|"
    r"valpro|"
    r"carbamazepin|methotrexat|humira|prednis|[ck]orti[sz]on|tamoxifen|clozapin|tramadol|morphin|opioid|fentanyl|"
    r"ritalin|"
    r"concerta|adderall|ventolin|salbutamol|symbicort|xanax|valium|zolpidem|gabapentin|pregabalin|keppra|topiramat|"
    r"lithium|"
    r"lityum|aspirin|antidepres|anti[ck]oagulan|immuns?up|epi ?pen|\d ?mg\b|allerg|alerj|intoleran|anaphyla|anafila|"
    r"asthma|"
    r"\bastim|diabet|diyabet|epilep|h[ae]*mophil|hemofili|hepatit|\bhiv\b|\bcopd\b|\bkoah\b|parkinson|lupus|crohn|"
    r"hashimoto|"
    r"bipolar|schizo|sizofren|anore[xk]|bulimi|depres|migr[ae]|dial[yi][sz]|transplant|chemo|kemoterap|leuk|lymphom|"
    r"lenfom|tumor|stent\b|hypogly|hipoglisemi|ap(?:nea|noe|ne)\b|stoma\b|favi[sz]m|emboli|thrombos|tromboz"
)
