"""English words for kinds of things, and words for things of each kind.

The kinds, and the things that people name first for each, come from published category norms and from what people ask
about in talk. A word that mostly means something else is left out: "cold" is weather more often than an illness.
"""

from __future__ import annotations

KINDS = {
    "sport exercise workout": "football soccer basketball baseball volleyball tennis badminton hockey golf rugby "
    "cricket swimming cycling biking jogging marathon yoga pilates gym karate judo boxing wrestling gymnastics "
    "skiing snowboarding skating surfing climbing hiking rowing sailing fencing archery bowling lacrosse softball "
    "skateboarding triathlon weightlifting",
    "hobby pastime activity leisure": "painting drawing reading photography gardening cooking baking knitting "
    "sewing crochet pottery dancing singing guitar piano hiking camping fishing cycling biking swimming running "
    "yoga chess puzzles gaming writing poetry woodworking origami skating skiing surfing climbing volunteering "
    "collecting",
    "animal pet": "dog puppy cat kitten bird parrot hamster rabbit bunny turtle tortoise fish goldfish horse pony "
    "cow pig sheep goat chicken duck snake lizard gecko frog mouse rat squirrel deer wolf fox lion tiger elephant "
    "monkey dolphin whale shark",
    "game": "chess checkers monopoly scrabble poker cards puzzle dominoes charades trivia catan uno jenga "
    "minecraft mario zelda pokemon fortnite tetris console playstation xbox nintendo",
    "food dish meal cuisine recipe snack": "pizza pasta spaghetti lasagna soup stew salad sandwich burger rice "
    "noodles sushi curry tacos burrito steak chicken beef pork lamb fish salmon shrimp tofu eggs omelette "
    "pancakes waffles bread cheese potatoes fries roast barbecue casserole ramen dumplings cake pie cookies "
    "brownies muffins chocolate pudding tart popcorn nuts yogurt cereal oatmeal hummus",
    "dessert": "cake cupcakes pie cookies brownies muffins chocolate pudding tart tiramisu cheesecake mousse "
    "sorbet gelato donuts candy pastry macarons parfait",
    "drink beverage": "coffee tea juice water milk lemonade soda cola beer wine cocktail whiskey vodka rum "
    "smoothie latte espresso cappuccino champagne cider matcha",
    "fruit": "apple banana orange grapes strawberries blueberries raspberries cherries peach pear plum mango "
    "pineapple watermelon melon kiwi lemon lime avocado coconut",
    "vegetable": "carrot broccoli spinach lettuce tomato cucumber onion garlic pepper potato corn peas beans "
    "cabbage kale zucchini eggplant mushrooms celery pumpkin",
    "instrument": "guitar piano violin drums flute clarinet saxophone trumpet cello bass harp ukulele banjo "
    "trombone accordion harmonica",
    "music song band genre": "rock pop jazz blues classical hiphop rap metal folk reggae punk techno soul concert "
    "album",
    "relative family sibling": "mother mom father dad parents brother sister son daughter wife husband grandmother "
    "grandma grandfather grandpa aunt uncle cousin niece nephew kids children",
    "country": "america usa canada mexico brazil argentina england britain uk ireland scotland france germany "
    "italy spain portugal greece turkey poland sweden norway denmark finland netherlands belgium switzerland "
    "austria russia ukraine china japan korea thailand vietnam india indonesia philippines australia zealand "
    "egypt morocco kenya nigeria africa israel iran iraq",
    "city town": "london paris rome berlin madrid barcelona amsterdam vienna prague istanbul athens moscow tokyo "
    "kyoto beijing shanghai seoul bangkok singapore sydney melbourne dubai cairo york boston chicago miami "
    "seattle angeles francisco vegas toronto vancouver montreal washington philadelphia houston dallas denver "
    "atlanta orlando",
    "place travel trip destination vacation": "beach mountain island lake forest park museum castle temple church "
    "trip vacation flight hotel resort cruise tour hike camping paris rome london tokyo italy france spain japan "
    "greece mexico canada hawaii york europe asia",
    "clothes clothing outfit": "shirt pants jeans trousers dress skirt jacket coat sweater hoodie hat scarf gloves "
    "socks shoes boots sneakers sandals suit blouse shorts necklace earrings bracelet",
    "color colour": "red blue green yellow orange purple pink brown black white grey gray gold silver turquoise",
    "vehicle transport transportation": "car truck bus bike bicycle motorcycle train plane boat ship van scooter "
    "subway tram",
    "job occupation profession career": "teacher doctor nurse lawyer engineer programmer developer designer artist "
    "writer actor musician chef waiter barista cashier manager accountant scientist researcher police firefighter "
    "soldier mechanic electrician plumber carpenter farmer photographer journalist consultant intern internship "
    "counselor therapist",
    "illness disease injury symptom": "flu fever covid cough headache migraine asthma allergy diabetes cancer "
    "arthritis infection pain ache sprained surgery hospital",
    "degree major": "math mathematics physics chemistry biology history geography literature economics "
    "psychology philosophy sociology engineering medicine law nursing programming statistics",
    "book literature novel author": "read reading novel author fiction fantasy thriller mystery biography memoir "
    "chapter trilogy library",
    "film movie": "watch watched watching cinema netflix episode comedy drama horror thriller documentary actor "
    "director trailer",
    "art artwork craft": "painting drawing sketch sculpture pottery clay ceramics photography watercolor canvas "
    "mural knitting sewing crochet origami woodworking",
    "dance": "ballet hiphop salsa tango waltz ballroom breakdance",
    "plant flower": "rose tulip daisy lily sunflower orchid lavender cactus succulent basil mint fern bonsai herbs",
    "holiday celebration": "christmas easter thanksgiving halloween hanukkah ramadan birthday wedding anniversary "
    "valentine party",
    "device gadget electronics": "phone iphone smartphone laptop computer tablet ipad camera headphones earbuds "
    "smartwatch console printer keyboard monitor television",
    "furniture": "table chair desk sofa couch bed shelf bookshelf lamp wardrobe dresser cabinet armchair",
    "language": "english spanish french german italian portuguese chinese mandarin japanese korean arabic russian "
    "turkish hindi dutch greek latin polish swedish",
    "feeling emotion mood": "happy sad angry excited nervous anxious scared afraid proud lonely stressed worried "
    "frustrated overwhelmed relieved jealous grateful upset",
    "charity": "shelter homeless fundraiser donate donation volunteer",
}
